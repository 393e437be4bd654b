package io.gavel.baselines;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Orders by what is left, what disciplines read, and what queues of gangs refuse. */
final class DisciplinesTest {

  private static Job job(String id, int gang, double steps) {
    return Job.builder(id).scaleFactor(gang).stepsRemaining(steps).build();
  }

  /** 6, 3 and 4 seconds are left, of 1, 4 and 2 workers: 6, 12 and 8 worker-seconds. */
  @Test
  void order_timeAndServiceLeft_areDifferent() {
    AllocationProblem three =
        problem(workers(8), row(2), row(5), row(1))
            .withJobs(List.of(job("1", 1, 12), job("2", 4, 15), job("3", 2, 4)));
    assertArrayEquals(new int[] {0, 1, 2}, QueueDiscipline.arrival().order(three));
    assertArrayEquals(new int[] {1, 2, 0}, QueueDiscipline.shortestTime().order(three));
    assertArrayEquals(new int[] {0, 2, 1}, QueueDiscipline.shortestService().order(three));
  }

  @Test
  void disciplines_sayWhatTheyRead() {
    assertEquals(Set.of(Aspect.ARRIVAL_ORDER), QueueDiscipline.arrival().reads());
    assertEquals(
        Set.of(Aspect.ARRIVAL_ORDER, Aspect.STEPS), QueueDiscipline.shortestTime().reads());
    assertTrue(QueueDiscipline.shortestService().reads().contains(Aspect.SHARES));
    QueueDiscipline own = problem -> new int[problem.jobCount()];
    assertEquals(Aspect.all(), own.reads());
    Set<Aspect> past = Set.of(Aspect.HISTORY, Aspect.ARRIVAL_ORDER);
    assertEquals(past, AttainedService.of(ServiceQueues.standard()).reads());
    assertEquals(past, GittinsIndex.of(1, 2).reads());
    GangQueue queue = GangQueue.of(QueueDiscipline.arrival());
    assertTrue(queue.reads().containsAll(Set.of(Aspect.HISTORY, Aspect.CONSTRAINTS)));
    assertEquals(Claims.rules(), queue.claims());
  }

  @Test
  void disciplines_ofOtherOptions_areNotEqual() {
    List<Object> all =
        List.of(
            GangQueue.of(QueueDiscipline.arrival()),
            GangQueue.of(QueueDiscipline.shortestTime()),
            ServiceQueues.of(1, 2),
            ServiceQueues.of(1, 3),
            ServiceQueues.of(1, 2).promotedAfter(2),
            AttainedService.of(ServiceQueues.of(1)),
            AttainedService.of(ServiceQueues.of(2)),
            new AttainedService(ServiceQueues.of(1), true),
            GittinsIndex.of(1, 2),
            GittinsIndex.of(1, 3),
            GittinsIndex.of(1, 2).over(ServiceQueues.of(1)));
    for (Object one : all) {
      for (Object other : all) {
        assertEquals(one == other, one.equals(other), () -> one + " and " + other);
      }
    }
    assertEquals(GittinsIndex.of(2, 1), GittinsIndex.of(1, 2));
    assertNotEquals(ServiceQueues.of(), ServiceQueues.standard());
  }

  @Test
  void gangQueue_pairsByTypeOrConstraints_areRefused() {
    GangQueue queue = GangQueue.of(QueueDiscipline.arrival());
    AllocationProblem limited =
        problem(workers(1), row(1))
            .constraining(Constraint.named("cap").that(LinearForm.time()).atMost(9));
    AllocationProblem typed =
        AllocationProblem.builder(workers(1))
            .job(Job.builder("1").type("t").build(), 1)
            .job(Job.builder("2").type("t").build(), 1)
            .build()
            .sharingByType(
                PairThroughputs.builder(1).pair("t", "t", 1, row(0.9), row(0.9)).build());
    String constraints =
        assertThrows(IllegalArgumentException.class, () -> queue.allocate(limited)).getMessage();
    assertTrue(constraints.contains("may miss a lower limit"), constraints);
    String pairs =
        assertThrows(IllegalArgumentException.class, () -> queue.allocate(typed)).getMessage();
    assertTrue(pairs.contains("needs them listed"), pairs);
  }

  /** The index of each of many samples is the steepest slope to any later one. */
  @Test
  void index_ofManySamples_isThatOfAllHorizons() {
    Random random = new Random(3);
    double[] samples = random.doubles(300).map(u -> StrictMath.pow(10, 4 * u)).toArray();
    Arrays.sort(samples);
    GittinsIndex gittins = GittinsIndex.of(samples);
    for (int i = 0; i < samples.length; i++) {
      double service = i == 0 ? 0 : samples[i - 1];
      double best = 0;
      for (int end = i; end < samples.length; end++) {
        best = Math.max(best, gittins.index(service, samples[end]));
      }
      assertEquals(best, gittins.index(service), 1e-12 * best, "sample " + i);
    }
  }

  /** Of five jobs one is done at 1 and one at 2; the others take 10. */
  @Test
  void order_gittinsOverQueues_looksToTheEndOfTheQueue() {
    GittinsIndex gittins = GittinsIndex.of(1, 2, 10, 10, 10);
    assertEquals(2 / 9.0, gittins.index(0, 2), 1e-15);
    assertEquals(1 / 4.0, gittins.index(1, 2), 1e-15);
    assertEquals(0, gittins.index(2, 5));
    assertEquals(0, gittins.index(10));
    AllocationProblem four =
        problem(workers(1), row(1), row(1), row(1), row(1))
            .withJobs(List.of(had(6), had(2.5), had(0), had(1)));
    assertArrayEquals(new int[] {3, 2, 0, 1}, gittins.over(ServiceQueues.of(2)).order(four));
    assertArrayEquals(new int[] {3, 2, 1, 0}, gittins.over(ServiceQueues.of(2, 3)).order(four));
  }

  /** A job that has had some seconds on a worker. */
  private static Job had(double seconds) {
    History past = History.none().withService(seconds, seconds);
    return Job.builder("had " + seconds).history(past).build();
  }
}
