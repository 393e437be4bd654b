package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LivingLevelTest {

  private static final Cluster CLUSTER =
      Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1));

  @Test
  void level_ofTheQuickStart_isFourFifths() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    living.arrive(Job.of("fast"), 4, 1);
    living.arrive(Job.of("middle"), 2, 1);
    living.arrive(Job.of("slow"), 1, 1);
    assertEquals(0.8, living.level(), 1e-9);
    assertEquals(0.8, living.bound(), 1e-9);
    assertEquals(0.5, living.fractions("fast")[0], 1e-9);
    String text = living.toString();
    assertTrue(text.startsWith("LivingLevel[3 jobs, level " + living.level()), text);
    assertTrue(text.contains("bound " + living.bound() + ", " + living.counts()), text);
  }

  @Test
  void level_withoutJobs_isZero() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    assertEquals(0, living.level());
    living.arrive(Job.of("nowhere"), 0, 0);
    assertEquals(0, living.level());
    assertEquals(0, living.bound());
    assertArrayEquals(new double[2], living.fractions("nowhere"));
    assertEquals(0, living.allocation().certificate().objective());
  }

  @Test
  void level_ofOneJob_isLimitedByItsTime() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    living.arrive(Job.of("one"), 3, 1);
    assertEquals(1.5, living.level(), 1e-9); // full time at 3, an equal share makes 2
    Certificate certificate = living.allocation().certificate();
    assertEquals(0, certificate.relativeGap(), 1e-9);
    assertEquals(0.5, certificate.prices().ofThroughput(0));
    assertEquals(0, certificate.prices().ofPool(0));
  }

  @Test
  void level_whenAPoolIsLostAndReturns_isAsBefore() {
    LivingLevel living = LivingLevel.of(LivingProblems.problem(new SplittableRandom(3), 60));
    double before = living.level();
    living.workers("a", 0);
    assertTrue(living.level() > 0);
    assertEquals(0, living.problem().cluster().poolWorkers(0));
    living.workers("a", 20);
    assertEquals(before, living.level(), 1e-9 * before);
  }

  @Test
  void events_withoutAnswer_areCoveredByTheNext() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    living.arrive(Job.of("a"), 1, 2);
    living.arrive(Job.of("b"), 3, 2);
    double before = living.level();
    Job huge = Job.of("huge");
    assertThrows(SolveFailedException.class, () -> living.arrive(huge, 1e308, 1e308));
    assertThrows(IllegalStateException.class, living::level);
    assertThrows(IllegalStateException.class, living::allocation);
    assertTrue(living.toString().startsWith("LivingLevel[3 jobs, level NaN, bound NaN, "));
    assertEquals(3, living.jobCount());
    living.depart("huge");
    assertEquals(before, living.level(), 1e-9 * before);
  }

  @Test
  void arrive_presentJob_isRefused() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    living.arrive(Job.of("a"), 1, 1);
    var refused =
        assertThrows(IllegalArgumentException.class, () -> living.arrive(Job.of("a"), 1, 1));
    assertTrue(refused.getMessage().startsWith("job \"a\" is present"), refused.getMessage());
    assertEquals(1, living.jobCount());
  }

  @Test
  void events_ofWrongNumbers_areRefusedAndChangeNothing() {
    LivingLevel living = LivingLevel.of(CLUSTER);
    living.arrive(Job.of("a"), 1, 1);
    double before = living.level();
    assertThrows(IllegalArgumentException.class, () -> living.depart("b"));
    assertThrows(IllegalArgumentException.class, () -> living.update(Job.of("b"), 1, 1));
    assertThrows(IllegalArgumentException.class, () -> living.update(Job.of("a"), 1));
    assertThrows(IllegalArgumentException.class, () -> living.update(Job.of("a"), 1, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> living.workers("p100", 1));
    assertThrows(IllegalArgumentException.class, () -> living.workers("k80", -1));
    assertEquals(before, living.level());
  }

  @Test
  void of_problemsWithMore_areRefusedByName() {
    AllocationProblem plain =
        AllocationProblem.builder(CLUSTER).job(Job.of("a"), 1, 1).job(Job.of("b"), 1, 1).build();
    AllocationProblem paired =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 1, 1)
            .job(Job.of("b"), 1, 1)
            .pair("a", "b", new double[] {1, 1}, new double[] {1, 1})
            .build();
    AllocationProblem elastic =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 1, 1)
            .configuration("a", "quick", 1, 2, 2)
            .build();
    AllocationProblem constrained =
        AllocationProblem.builder(CLUSTER)
            .job(Job.of("a"), 1, 1)
            .constraint(Constraint.resource("memory", Map.of("a", 1.0), 1))
            .build();
    assertRefused("1 pairs", paired);
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("t", "t", 1, new double[] {1, 1}, new double[] {1, 1})
            .build();
    assertRefused("pairs by job type", plain.sharingByType(table));
    assertRefused("configurations", elastic);
    assertRefused("constraints", constrained);
    assertRefused("forbidden types", plain.forbidding("a", "k80"));
    assertRefused("believed", plain.believing(plain.throughputs()));
  }

  private static void assertRefused(String what, AllocationProblem problem) {
    var refused = assertThrows(IllegalArgumentException.class, () -> LivingLevel.of(problem));
    assertTrue(refused.getMessage().contains(what), refused.getMessage());
  }
}
