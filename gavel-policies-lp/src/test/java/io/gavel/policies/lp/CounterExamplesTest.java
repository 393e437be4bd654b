package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.contract.Variants;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.ParetoProgram;
import org.junit.jupiter.api.Test;

/**
 * What policies do not promise, each with an instance on which it fails, so that nobody claims it
 * later. The instances are those of the guide; throughputs are unique there unless said otherwise.
 */
class CounterExamplesTest {

  private static final double CLOSE = 1e-5;

  private final Policy maxMin = MaxMinFairness.create();
  private final Policy levelOnly = MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
  private final Policy filling = WaterFilling.create();
  private final Policy total = MaxTotalThroughput.create();
  private final Policy fifo = FifoProgram.create();
  private final Policy nash = NashWelfare.create();
  private final Auditor auditor = Auditor.create().withParetoCheck(ParetoProgram.create());

  private static AllocationProblem problem(double[][] rates, int... workers) {
    return Cases.problem(Cases.workers(workers), rates);
  }

  private static double[] throughputs(Policy policy, AllocationProblem problem) {
    Allocation x = policy.allocate(problem);
    double[] throughput = new double[problem.jobCount()];
    for (int m = 0; m < throughput.length; m++) {
      throughput[m] = x.effectiveThroughput(m);
    }
    return throughput;
  }

  /** The policy breaks the invariant here, and does not claim it here. */
  private Finding.Violated fails(Policy policy, Invariant invariant, AllocationProblem problem) {
    assertUnclaimed(policy, invariant, problem);
    return assertInstanceOf(
        Finding.Violated.class, auditor.judge(policy.allocate(problem), invariant));
  }

  private static void assertUnclaimed(
      Policy policy, Invariant invariant, AllocationProblem problem) {
    assertFalse(
        policy.claims().include(invariant, Auditor.met(problem)), policy + " claims " + invariant);
  }

  /** Throughputs, and what becomes of job m when something changes for the better. */
  private static void falls(
      Policy policy,
      Invariant invariant,
      AllocationProblem before,
      AllocationProblem after,
      int m,
      int mAfter,
      double from,
      double to) {
    assertUnclaimed(policy, invariant, before);
    assertEquals(from, throughputs(policy, before)[m], CLOSE * from);
    assertEquals(to, throughputs(policy, after)[mAfter], CLOSE * to);
    assertTrue(to < from);
  }

  @Test
  void c1_levelOnly_isNotParetoEfficient_fillingUpIs() {
    AllocationProblem problem = problem(new double[][] {{1, 1}, {2, 1}}, 1, 1);
    assertUnclaimed(levelOnly, Invariant.PARETO_EFFICIENCY, problem);
    // The face of the optimum reaches from (1, 1.5) to (1, 2); any point of it but one wastes.
    Allocation wasteful =
        Allocation.of(
            problem, new double[] {0, 1, 0.75, 0}, levelOnly.allocate(problem).certificate());
    assertEquals(1.0, wasteful.effectiveThroughput(0));
    assertEquals(1.5, wasteful.effectiveThroughput(1));
    for (Invariant invariant :
        new Invariant[] {Invariant.WORK_CONSERVATION, Invariant.PARETO_EFFICIENCY}) {
      assertInstanceOf(Finding.Violated.class, auditor.judge(wasteful, invariant));
      assertInstanceOf(Finding.Holds.class, auditor.judge(maxMin.allocate(problem), invariant));
    }
    assertEquals(2, throughputs(filling, problem)[1], CLOSE);
  }

  @Test
  void c2_makespan_breaksTheSharingIncentive() {
    AllocationProblem problem = Cases.steps(problem(new double[][] {{1, 1}, {1, 1}}, 1, 0), 1, 9);
    Finding.Violated found = fails(Makespan.create(), Invariant.SHARING_INCENTIVE, problem);
    assertEquals(0.8, found.gap(), CLOSE); // 0.1 of the worker in place of 0.5
  }

  @Test
  void c3_fifoProgram_treatsTwinsUnequally_andMakesThemEnvious() {
    AllocationProblem twins = problem(new double[][] {{2, 1}, {2, 1}}, 1, 1);
    fails(fifo, Invariant.EQUAL_TREATMENT, twins);
    fails(fifo, Invariant.ENVY_FREENESS, twins);
    fails(fifo, Invariant.SHARING_INCENTIVE, twins);
    // Total throughput treats twins alike here; of jobs that differ it starves one.
    AllocationProblem unlike = problem(new double[][] {{2, 1}, {1, 0.5}}, 1, 0);
    fails(total, Invariant.SHARING_INCENTIVE, unlike);
    fails(total, Invariant.ENVY_FREENESS, unlike);
  }

  @Test
  void c4_nash_breaksTheSharingIncentiveWhereATimeRowBinds() {
    AllocationProblem problem = problem(new double[][] {{3, 4}, {1, 2}}, 1, 1);
    Finding.Violated found = fails(nash, Invariant.SHARING_INCENTIVE, problem);
    assertEquals(0.5 / 3.5, found.gap(), CLOSE);
    assertEquals(0.25, fails(nash, Invariant.ENVY_FREENESS, problem).gap(), CLOSE);
  }

  @Test
  void c5_maxMinWithGangs_breaksTheSharingIncentive() {
    AllocationProblem problem =
        Cases.gangs(problem(new double[][] {{3, 1}, {2, 1}, {2, 1}}, 2, 4), 2, 1, 2);
    Finding.Violated found = fails(maxMin, Invariant.SHARING_INCENTIVE, problem);
    assertEquals(0.25, found.gap(), 0.01);
  }

  @Test
  void c6_waterFillingWithGangs_breaksTheSharingIncentive() {
    AllocationProblem problem = Cases.gangs(problem(new double[][] {{2, 1}, {3, 1}}, 2, 4), 2, 1);
    AllocationProblem mixed =
        Cases.gangs(problem(new double[][] {{3, 1}, {2, 1}, {2, 1}}, 2, 4), 2, 1, 2);
    assertUnclaimed(filling, Invariant.SHARING_INCENTIVE, problem);
    fails(filling, Invariant.SHARING_INCENTIVE, mixed);
  }

  @Test
  void c7_waterFilling_isNotEnvyFree_andNoOptimumNeedBe() {
    AllocationProblem problem = problem(new double[][] {{1, 2}, {2, 3}}, 2, 1);
    assertEquals(1 - 16.0 / 17, fails(filling, Invariant.ENVY_FREENESS, problem).gap(), CLOSE);
    AllocationProblem three = problem(new double[][] {{5, 1}, {1, 2}, {1, 1}}, 1, 1);
    fails(filling, Invariant.ENVY_FREENESS, three);
    assertInstanceOf(
        Finding.Holds.class,
        auditor.judge(
            MaxMinFairness.create().withEnvyCap(1).allocate(three), Invariant.ENVY_FREENESS));
  }

  /** What job m makes, by its true throughputs, of the answer to a false report. */
  private static double byLying(
      Policy policy, AllocationProblem problem, int m, double... reported) {
    Allocation x =
        policy.allocate(Variants.withRates(problem, (i, j, rate) -> i == m ? reported[j] : rate));
    double sum = 0;
    for (int j = 0; j < reported.length; j++) {
      sum += problem.throughputs().stepsPerSecond(m, j) * x.fraction(m, j);
    }
    return sum;
  }

  @Test
  void c8_lyingPays() {
    AllocationProblem one = problem(new double[][] {{4, 1}, {5, 1}}, 1, 2);
    assertUnclaimed(filling, Invariant.STRATEGY_PROOFNESS, one);
    assertEquals(2.956, throughputs(filling, one)[1], 1e-3);
    assertEquals(3.222, byLying(filling, one, 1, 4, 2), 1e-3);

    Policy makespan = Makespan.create();
    AllocationProblem two = Cases.steps(problem(new double[][] {{2, 1}, {5, 4}}, 1, 3), 1, 4);
    assertUnclaimed(makespan, Invariant.STRATEGY_PROOFNESS, two);
    assertTrue(byLying(makespan, two, 0, 1, 0) > throughputs(makespan, two)[0] + 0.5);

    AllocationProblem three = problem(new double[][] {{4, 2}, {5, 3}}, 1, 3);
    assertUnclaimed(nash, Invariant.STRATEGY_PROOFNESS, three);
    assertEquals(3.5, throughputs(nash, three)[0], 1e-3);
    assertEquals(4.0, byLying(nash, three, 0, 5, 1), 1e-3);
  }

  @Test
  void c9_aJobLeaves_andAnotherLoses() {
    AllocationProblem sum = problem(new double[][] {{1, 3}, {3, 4}, {5, 5}}, 1, 1);
    assertUnclaimed(total, Invariant.POPULATION_MONOTONICITY, sum);
    assertEquals(9, total.allocate(sum).certificate().objective(), CLOSE);
    AllocationProblem without = Variants.without(sum, 2);
    falls(total, Invariant.POPULATION_MONOTONICITY, sum, without, 1, 1, 4, 3);
    AllocationProblem queue = problem(new double[][] {{1, 2}, {0.9, 4}, {3, 3}}, 3, 1);
    falls(fifo, Invariant.POPULATION_MONOTONICITY, queue, Variants.without(queue, 2), 1, 1, 4, 0.9);
  }

  @Test
  void c10_aWorkerIsAdded_andAJobLoses() {
    AllocationProblem small = problem(new double[][] {{2, 1}, {3, 2}}, 1, 2);
    falls(
        filling,
        Invariant.RESOURCE_MONOTONICITY,
        small,
        Variants.withWorker(small, 1),
        0,
        0,
        16.0 / 11,
        10.0 / 7);
    AllocationProblem crossed = problem(new double[][] {{6, 0}, {4, 6}, {0, 4}}, 1, 1);
    falls(
        filling,
        Invariant.RESOURCE_MONOTONICITY,
        crossed,
        Variants.withWorker(crossed, 0),
        2,
        2,
        2,
        1.5);
    // A yardstick that does not move costs the sharing incentive.
    AllocationProblem fixed = problem(new double[][] {{2, 3}, {1, 4}}, 1, 1);
    fails(
        MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE),
        Invariant.SHARING_INCENTIVE,
        fixed);
  }

  @Test
  void c11_aWorkerIsAdded_andTheOldestJobLoses() {
    AllocationProblem sum = problem(new double[][] {{8, 6}, {6, 2}, {6, 5}}, 1, 1);
    falls(total, Invariant.RESOURCE_MONOTONICITY, sum, Variants.withWorker(sum, 1), 0, 0, 8, 6);
    AllocationProblem queue = problem(new double[][] {{1, 2}, {1, 5}, {5, 5}}, 1, 1);
    falls(fifo, Invariant.RESOURCE_MONOTONICITY, queue, Variants.withWorker(queue, 0), 0, 0, 2, 1);
  }

  @Test
  void c12_aJobBecomesFaster_andLoses() {
    AllocationProblem queue = problem(new double[][] {{4, 2}, {4, 1}}, 1, 2);
    AllocationProblem faster =
        Variants.withRates(queue, (m, j, rate) -> m == 0 && j == 1 ? 3 : rate);
    falls(fifo, Invariant.SPEED_MONOTONICITY, queue, faster, 0, 0, 4, 3);

    AllocationProblem mean = problem(new double[][] {{5, 3}, {4, 3}}, 1, 1);
    AllocationProblem raised =
        Variants.withRates(mean, (m, j, rate) -> m == 0 && j == 1 ? 4 : rate);
    // Near the optimum of a product throughputs are certain to the root of what its gap is.
    assertUnclaimed(nash, Invariant.SPEED_MONOTONICITY, mean);
    assertEquals(5, throughputs(nash, mean)[0], 5e-3);
    assertEquals(4, throughputs(nash, raised)[0], 5e-3);
  }

  @Test
  void c13_anotherUnit_changesTheTotalsOptimum() {
    AllocationProblem problem = problem(new double[][] {{3, 1}, {4, 3}}, 1, 2);
    falls(total, Invariant.UNIT_INVARIANCE, problem, Variants.inUnits(problem, 1, 3), 0, 0, 3, 1);
  }

  @Test
  void c14_aLaterArrival_hurtsAnEarlierJob_butNotUnderStrictFifo() {
    AllocationProblem three = problem(new double[][] {{2, 4}, {1, 5}, {2, 2}}, 2, 1);
    AllocationProblem two = Variants.without(three, 2);
    assertUnclaimed(fifo, Invariant.ARRIVAL_PRIORITY, three);
    assertEquals(4, throughputs(fifo, two)[0], CLOSE);
    assertEquals(2, throughputs(fifo, three)[0], CLOSE);
    assertEquals(4, throughputs(StrictFifo.create(), three)[0], CLOSE);
  }
}
