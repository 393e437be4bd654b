package io.gavel.policies.lp.share;

import static io.gavel.policies.lp.Cases.gangs;
import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What max-min fairness keeps and loses by each yardstick, and by each choice among optima. */
class NormalizerTest {

  private final MaxMinFairness byEqualShare = MaxMinFairness.create();
  private final MaxMinFairness byIsolated = byEqualShare.withNormalizer(Normalizer.ISOLATED_SHARE);
  private final MaxMinFairness byFastest = byEqualShare.withNormalizer(Normalizer.FASTEST_TYPE);

  /** By the fastest type the jobs get 30/13 and 40/13, where an equal split gives both 2.5. */
  @Test
  void fastestType_losesTheSharingIncentive() {
    AllocationProblem problem = problem(workers(1, 1), row(2, 3), row(1, 4));
    Allocation x = byFastest.allocate(problem);
    assertEquals(30.0 / 13, x.effectiveThroughput(0), 1e-7);
    assertEquals(40.0 / 13, x.effectiveThroughput(1), 1e-7);
    assertEquals(2.5, IsolatedShare.throughput(problem, 0), 1e-12);
    assertTrue(byEqualShare.allocate(problem).effectiveThroughput(0) >= 2.5 - 1e-8);
  }

  /** One more worker: the second job's equal share changes, and the first job loses. */
  @Test
  void equalShare_losesResourceMonotonicity() {
    AllocationProblem before = problem(workers(1, 2), row(2, 1), row(3, 2));
    AllocationProblem after = problem(workers(1, 3), row(2, 1), row(3, 2));
    assertEquals(1.4545, byEqualShare.allocate(before).effectiveThroughput(0), 1e-4);
    assertEquals(1.4286, byEqualShare.allocate(after).effectiveThroughput(0), 1e-4);
    double fixed = byFastest.allocate(before).effectiveThroughput(0);
    assertTrue(byFastest.allocate(after).effectiveThroughput(0) >= fixed - 1e-8);
  }

  /** Two gangs of two and a single job; by equal share the last gang gets 1 of its isolated 4/3. */
  @Test
  void equalShare_mixedGangs_losesTheSharingIncentive() {
    AllocationProblem problem =
        gangs(problem(workers(2, 4), row(3, 1), row(2, 1), row(2, 1)), 2, 1, 2);
    assertEquals(4.0 / 3, IsolatedShare.throughput(problem, 2), 1e-12);
    assertEquals(1, byEqualShare.allocate(problem).effectiveThroughput(2), 1e-8);
    assertTrue(byIsolated.allocate(problem).effectiveThroughput(2) >= 4.0 / 3 - 1e-8);
  }

  @Property
  void isolatedShare_equalWeights_keepsTheSharingIncentiveForAllGangs(
      @ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem weighted = Problems.random(random, kind);
    AllocationProblem problem =
        weighted.withJobs(
            weighted.jobs().stream().map(job -> job.toBuilder().weight(1).build()).toList());
    Allocation x = byIsolated.allocate(problem);
    for (int m = 0; m < problem.jobCount(); m++) {
      double isolated = IsolatedShare.throughput(problem, m);
      assertTrue(x.effectiveThroughput(m) >= isolated * (1 - 1e-6));
    }
  }

  /** The level is the same; what idles without the second program is used with it. */
  @Test
  void levelOnly_reachesTheLevelAndMayLeaveTheRest() {
    AllocationProblem problem = problem(workers(1, 1), row(1, 1), row(2, 1));
    Allocation level = byEqualShare.withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem);
    assertEquals(1, level.certificate().objective(), 1e-9);
    assertTrue(level.effectiveThroughput(1) >= 1.5 - 1e-8);
    assertEquals(2, byEqualShare.allocate(problem).effectiveThroughput(1), 1e-8);
  }

  @Property
  void levelOnly_levelIsThatOfTheFilledAllocation(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem, @ForAll Normalizer by) {
    MaxMinFairness filled = byEqualShare.withNormalizer(by);
    Allocation level = filled.withChoice(OptimumChoice.LEVEL_ONLY).allocate(problem);
    double expected = level.certificate().objective();
    assertEquals(expected, filled.allocate(problem).certificate().objective(), 1e-6 * expected);
  }
}
