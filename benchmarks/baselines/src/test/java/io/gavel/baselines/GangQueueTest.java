package io.gavel.baselines;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gangs in order, each on the fastest type with room. */
class GangQueueTest {

  private static final AllocationProblem THREE =
      problem(workers(1, 1), row(1, 2), row(2, 3), row(4, 5));

  private static double[] fractions(QueueDiscipline discipline, AllocationProblem problem) {
    return GangQueue.of(discipline).allocate(problem).fractions();
  }

  @Test
  void jobs_takeTheFastestTypeWithRoom_inTheOrderOfTheDiscipline() {
    assertArrayEquals(row(0, 1, 1, 0, 0, 0), fractions(p -> new int[] {0, 1, 2}, THREE));
    assertArrayEquals(row(0, 0, 1, 0, 0, 1), fractions(p -> new int[] {2, 1, 0}, THREE));
  }

  @Test
  void orders_thatAreNone_areRefused() {
    for (int[] wrong : List.of(new int[] {0, 1, 1}, new int[] {0, 1}, new int[] {0, 1, 3})) {
      GangQueue queue = GangQueue.of(p -> wrong);
      String refused =
          assertThrows(IllegalArgumentException.class, () -> queue.allocate(THREE)).getMessage();
      assertEquals(
          "the discipline returned %s job indices, 2 of them distinct and in range; it must return each of the 3 jobs once"
              .formatted(wrong.length),
          refused);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> GangQueue.of(p -> new int[] {-1, 1, 2}).allocate(THREE));
    assertThrows(
        IllegalArgumentException.class,
        () -> GangQueue.of(p -> new int[] {0, 1, 2, 2}).allocate(THREE));
  }

  @Test
  void jobsThatAreDone_takeNothing() {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 1)),
            List.of(Job.builder("done").stepsRemaining(0).build(), Job.of("next")),
            ThroughputMatrix.builder(1).job(1).job(1).build());
    Allocation x = GangQueue.of(QueueDiscipline.arrival()).allocate(problem);
    assertArrayEquals(row(0, 1), x.fractions());
    assertEquals(1, x.certificate().objective());
    assertEquals(1, x.certificate().bound());
  }

  private static Job served(String id, double workerSeconds, double steps) {
    return Job.builder(id)
        .scaleFactor(2)
        .history(History.none().withService(workerSeconds, steps))
        .build();
  }

  /** Normalised, a gang of two that made 60 of 10 steps a second has had 12 worker seconds. */
  @Test
  void normalizedService_isThatOnTheFastestType() {
    AllocationProblem problem =
        AllocationProblem.of(
            Cluster.of(new WorkerType("v100", 2), new WorkerType("k80", 2)),
            List.of(served("a", 8, 60), served("b", 8, 59), served("nowhere", 11, 500)),
            ThroughputMatrix.builder(2).job(10, 1).job(10, 1).job(0, 0).build());
    AttainedService normalized = new AttainedService(ServiceQueues.of(12), true);
    assertArrayEquals(new int[] {1, 2, 0}, normalized.order(problem));
    AttainedService plain = AttainedService.of(ServiceQueues.of(11));
    assertArrayEquals(new int[] {0, 1, 2}, plain.order(problem));
    assertArrayEquals(new int[] {0, 1, 2}, AttainedService.of(ServiceQueues.of(9)).order(problem));
  }

  @Test
  void queues_endAtTheirThresholds() {
    ServiceQueues queues = ServiceQueues.of(2, 5);
    assertEquals(3, queues.count());
    assertEquals(2, queues.endOf(0));
    assertEquals(5, queues.endOf(1));
    assertEquals(Double.POSITIVE_INFINITY, queues.endOf(2));
    assertEquals(2, queues.queueOf(Job.of("a"), 5));
    assertEquals(1, ServiceQueues.of().count());
    for (double[] wrong : new double[][] {{2, 2}, {Double.POSITIVE_INFINITY}, {-1}, {0}}) {
      assertThrows(IllegalArgumentException.class, () -> ServiceQueues.of(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> queues.promotedAfter(-1));
    assertEquals(0, queues.promotedAfter(0).queueOf(Job.of("a"), 5));
  }
}
