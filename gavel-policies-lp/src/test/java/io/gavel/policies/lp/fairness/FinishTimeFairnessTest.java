package io.gavel.policies.lp.fairness;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.steps;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.model.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinishTimeFairnessTest {

  private final FinishTimeFairness policy = FinishTimeFairness.create();

  /** One worker, two jobs of 10 steps; the first has waited for 20 s, the second is half done. */
  private static AllocationProblem starved(double weightOfSecond) {
    Job first = Job.builder("1").stepsRemaining(10).secondsSinceStart(20).build();
    Job second =
        Job.builder("2")
            .stepsRemaining(5)
            .secondsSinceStart(5)
            .isolatedSecondsSoFar(10)
            .weight(weightOfSecond)
            .build();
    return problem(workers(1), row(1), row(1)).withJobs(List.of(first, second));
  }

  /**
   * ρ is (20 + 10/x)/20 and (5 + 5/(1−x))/20, equal where 3x² = 2, x = √(2/3): one starved job
   * drags the other above 1, which an equal split from now would end at 0.75.
   */
  @Test
  void allocate_starvedJob_dragsTheOtherAboveOne() {
    double x = StrictMath.sqrt(2.0 / 3);
    Allocation allocation = policy.allocate(starved(1));
    assertEquals(x, allocation.effectiveThroughput("1"), 1e-8);
    assertEquals(1 + 0.5 / x, allocation.certificate().objective(), 1e-9);
    assertEquals(1 + 0.5 / x, allocation.certificate().bound(), 1e-9);
    assertTrue(allocation.certificate().objective() > 1.6);
  }

  @Test
  void allocate_weights_areIgnoredUnlessAskedFor() {
    double unweighted = policy.allocate(starved(1)).certificate().objective();
    assertEquals(unweighted, policy.allocate(starved(9)).certificate().objective(), 1e-12);
  }

  /**
   * Weight 3 of 4 is an isolated share of 3/4 of the worker; all start now, so shares are 3 : 1.
   */
  @Test
  void withWeightedShares_jobsThatStartNow_getSharesByWeight() {
    AllocationProblem problem =
        problem(workers(1), row(8), row(8))
            .withJobs(
                List.of(
                    Job.builder("1").stepsRemaining(100).weight(3).build(),
                    Job.builder("2").stepsRemaining(100).build()));
    Allocation x = policy.withWeightedShares().allocate(problem);
    assertEquals(6, x.effectiveThroughput("1"), 1e-8);
    assertEquals(2, x.effectiveThroughput("2"), 1e-8);
    assertEquals(1, x.certificate().objective(), 1e-9);
  }

  /** The level alone stops at (1, 1.5) and leaves half a worker idle. */
  @Test
  void allocate_idleWorkersAtTheLevel_areUsed() {
    AllocationProblem problem = steps(problem(workers(1, 1), row(1, 1), row(2, 1)), 1, 4);
    Allocation level = policy.withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem);
    Allocation filled = policy.allocate(problem);
    assertEquals(1, level.certificate().objective(), 1e-9);
    assertEquals(1, filled.certificate().objective(), 1e-9);
    assertEquals(1, filled.effectiveThroughput("1"), 1e-8);
    assertEquals(2, filled.effectiveThroughput("2"), 1e-8);
  }

  /** Sharing incentive with mixed gangs, where max-min by equal share loses it. */
  @Test
  void allocate_mixedGangs_nobodyFinishesLaterThanInIsolation() {
    AllocationProblem problem =
        Cases.gangs(steps(problem(workers(1, 4), row(2, 1), row(3, 1)), 100, 100), 2, 1);
    Allocation x = policy.allocate(problem);
    for (int m = 0; m < 2; m++) {
      assertTrue(x.effectiveThroughput(m) >= IsolatedShare.throughput(problem, m) * (1 - 1e-9));
    }
  }

  @Test
  void allocate_doneJob_countsNothingAndCostsNothing() {
    AllocationProblem problem = steps(problem(workers(1), row(1), row(1)), 10, 0);
    Allocation x = policy.allocate(problem);
    assertEquals(0.5, x.certificate().objective(), 1e-9); // twice its isolated share
    assertEquals(1, x.effectiveThroughput("1"), 1e-9);
  }

  @Test
  void allocate_allDoneOrNoJobs_isZero() {
    AllocationProblem done = steps(problem(workers(1), row(1)), 0);
    assertEquals(0, policy.allocate(done).certificate().objective());
    assertEquals(0, policy.allocate(problem(workers(1))).certificate().objective());
  }

  @Test
  void allocate_stepsUnknown_namesTheJob() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> policy.allocate(problem(workers(1), row(1), row(2))));
    assertEquals(
        "job \"1\" has no steps remaining; finish-time fairness needs them", error.getMessage());
  }

  /** A past a billion times longer than what is to come leaves the optimum exact. */
  @Test
  void allocate_longPast_isProved() {
    Job old = Job.builder("old").stepsRemaining(1e-3).secondsSinceStart(1e6).build();
    Job fresh = Job.builder("fresh").stepsRemaining(1e6).build();
    AllocationProblem problem = problem(workers(1), row(1), row(1)).withJobs(List.of(old, fresh));
    Allocation x = policy.allocate(problem);
    assertTrue(x.certificate().relativeGap() <= 1e-9, x.certificate().toString());
    assertEquals(1e6 / 2e-3, x.certificate().objective(), 1e3);
  }

  @Test
  void prices_tellByHowMuchOneMoreWorkerLowersRho() {
    AllocationProblem two = steps(problem(workers(1), row(1), row(1)), 100, 100);
    Allocation x = policy.allocate(two);
    assertEquals(1, x.certificate().objective(), 1e-9); // ρ = 1 / workers for up to 2 workers
    assertEquals(1, x.certificate().prices().ofPool(0), 1e-9);
  }
}
