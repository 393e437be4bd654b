package io.gavel.policies.lp.share;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shares by formula in closed form, and what they refuse, read and claim. */
final class FormulaSharesTest {

  private static Job gang(String id, double weight) {
    return Job.builder(id).scaleFactor(2).weight(weight).build();
  }

  /** Four gangs of two and half a worker on six workers; the last job runs nowhere. */
  @Test
  void equalShare_moreWantedThanThereIs_isScaledDown() {
    AllocationProblem crowd =
        problem(workers(4, 2), row(4, 2), row(2, 1), row(1, 1), row(3, 3), row(0, 1), row(0, 0))
            .withJobs(
                List.of(
                    gang("1", 1),
                    gang("2", 1),
                    gang("3", 1),
                    gang("4", 1),
                    Job.builder("half").gpuMilli(500).build(),
                    Job.builder("nowhere").scaleFactor(4).build()));
    Allocation x = new EqualShare().allocate(crowd);
    double level = 6 / 8.5;
    assertEquals(level, x.certificate().objective(), 1e-15);
    assertEquals(level * (4 * 4 + 2 * 2) / 6, x.effectiveThroughput(0), 1e-12);
    assertEquals(level * 2 / 6, x.effectiveThroughput(4), 1e-12);
    assertArrayEquals(row(0, 0), new double[] {x.fraction(5, 0), x.fraction(5, 1)});
  }

  /** A job has all of its time, two thirds of it where two thirds of the workers are. */
  @Test
  void equalShare_enoughForAll_isFullTime() {
    AllocationProblem few = problem(workers(4, 2), row(4, 1));
    Allocation x = new EqualShare().allocate(few);
    assertEquals(1, x.certificate().objective());
    assertEquals(2 / 3.0, x.fraction(0, 0), 1e-15);
    assertEquals(1 / 3.0, x.fraction(0, 1), 1e-15);
    assertEquals(3, EqualShare.throughput(few, 0), 1e-15);
  }

  /** Jobs of weights 1 and 3, and one of weight 100 that can run nowhere and has no part. */
  @Test
  void isolatedShare_ofJobsThatRun_isTheirPartOfTheCluster() {
    AllocationProblem two =
        problem(workers(1, 1), row(4, 2), row(2, 1), row(0, 0))
            .withJobs(
                List.of(
                    Job.of("1"),
                    Job.builder("2").weight(3).build(),
                    Job.builder("nowhere").weight(100).build()));
    Allocation x = new IsolatedShare().allocate(two);
    assertEquals(1, x.certificate().objective());
    assertEquals(3, x.effectiveThroughput(0), 1e-15);
    assertEquals(1.5, x.effectiveThroughput(1), 1e-15);
    assertArrayEquals(row(1.5, 1.5, 0), IsolatedShare.weightedThroughputs(two), 1e-15);
    assertEquals(1.5, IsolatedShare.weightedThroughput(two, 0), 1e-15);
    assertEquals(1.5, IsolatedShare.weightedThroughput(two, 1), 1e-15); // of its time, not of 3/2
  }

  @Test
  void shares_ofPairsByTypeOrConstraints_areRefused() {
    AllocationProblem typed =
        AllocationProblem.builder(workers(1))
            .job(Job.builder("1").type("t").build(), 1)
            .job(Job.builder("2").type("t").build(), 1)
            .build()
            .sharingByType(
                PairThroughputs.builder(1).pair("t", "t", 1, row(0.9), row(0.9)).build());
    AllocationProblem limited =
        problem(workers(1), row(1))
            .constraining(Constraint.named("cap").that(LinearForm.time()).atMost(9));
    for (Policy policy : policies()) {
      String refused =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(typed)).getMessage();
      assertTrue(
          refused.contains(policy.getClass().getSimpleName() + " needs them listed"), refused);
    }
    for (Policy policy : List.of(new EqualShare(), new IsolatedShare())) {
      String refused =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(limited)).getMessage();
      assertTrue(refused.contains("follow from a formula"), refused);
    }
  }

  private static List<Policy> policies() {
    return List.of(new EqualShare(), new IsolatedShare(), DominantResourceFairness.create());
  }

  @Test
  void shares_sayWhatTheyReadAndClaim() {
    for (Policy policy : policies()) {
      assertTrue(policy.claims().invariants().contains(Invariant.EQUAL_TREATMENT));
      assertTrue(policy.reads().contains(Aspect.CONSTRAINTS));
      assertFalse(policy.reads().contains(Aspect.STEPS));
    }
    Set<Invariant> isolated = new IsolatedShare().claims().invariants();
    assertTrue(isolated.contains(Invariant.SHARING_INCENTIVE));
    DominantResourceFairness ofAll =
        DominantResourceFairness.create().withDemand((problem, m, k) -> 1);
    assertNotEquals(DominantResourceFairness.create(), ofAll);
    assertEquals(Aspect.all(), ofAll.reads()); // whatever the demands look at
  }

  /** Demands of 1 and 3 for a and b: a quarter and three quarters of the time that a job has. */
  @Test
  void demands_inAnyUnit_areProportions() {
    AllocationProblem one = problem(workers(4, 4), row(4, 8), row(1, 1));
    for (double unit : new double[] {1, 7, 1e-3}) {
      Allocation x =
          DominantResourceFairness.create()
              .withDemand((problem, m, k) -> unit * (k == 0 ? 1 : 3))
              .allocate(one);
      assertEquals(0.25, x.fraction(0, 0), 1e-15);
      assertEquals(0.75, x.fraction(0, 1), 1e-15);
    }
  }
}
