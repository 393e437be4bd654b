package io.gavel.policies.lp.fairness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MaxMinFairnessProperties {

  private final MaxMinFairness policy = MaxMinFairness.create();

  /**
   * One in 10,000 problems of {@link Kind#WIDE_RATES} is beyond ojAlgo, whose tolerances are
   * absolute; the policy then says so, which is all that it promises.
   */
  private Allocation allocate(AllocationProblem problem) {
    return allocate(policy, problem);
  }

  private static Allocation allocate(Policy policy, AllocationProblem problem) {
    try {
      return policy.allocate(problem);
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(false);
      throw beyondTheSolver;
    }
  }

  @Property
  void answer_anyProblem_isFeasibleToTheLastBitAndProved(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = allocate(problem);
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(x.fraction(g, j) == 0 || problem.runs(g, j));
      }
    }
  }

  @Property
  void objective_isTheSmallestLevelByDefinition(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = allocate(problem);
    double smallest = Double.POSITIVE_INFINITY;
    for (int m = 0; m < problem.jobCount(); m++) {
      double equal = EqualShare.throughput(problem, m);
      if (equal > 0) {
        double level =
            problem.job(m).workers() * x.effectiveThroughput(m) / (problem.job(m).weight() * equal);
        smallest = Math.min(smallest, level);
      }
    }
    double expected = smallest == Double.POSITIVE_INFINITY ? 0 : smallest;
    assertEquals(expected, x.certificate().objective(), 1e-12 * expected);
  }

  @Property
  void objective_agreesWithAnIndependentSimplex(
      @ForAll(supplier = AnyProblem.OfModerateRates.class) AllocationProblem problem) {
    MaxMinFairness oracle =
        MaxMinFairness.create()
            .withSolver(CertifiedSolver.of(List.of(new CommonsMathSolver()), Tolerance.CERTIFIED));
    double expected = allocate(oracle, problem).certificate().objective();
    assertEquals(expected, policy.allocate(problem).certificate().objective(), 2e-6 * expected);
  }

  @Property
  void throughputsOfAJobTimesAPowerOfTwo_leaveTheBitsOfAllShares(
      @ForAll(supplier = AnyProblem.class) AllocationProblem any) {
    AllocationProblem problem = any.withoutPairs().withoutConfigurations();
    int types = problem.cluster().typeCount();
    double[][] scaled = new double[problem.jobCount()][types];
    for (int m = 0; m < scaled.length; m++) {
      for (int j = 0; j < types; j++) {
        scaled[m][j] = problem.throughputs().stepsPerSecond(m, j) * (m == 0 ? 1024 : 1);
      }
    }
    Allocation x = allocate(problem);
    Allocation y =
        allocate(
            AllocationProblem.of(
                problem.cluster(), problem.jobs(), ThroughputMatrix.copyOf(scaled)));
    for (int m = 0; m < scaled.length; m++) {
      for (int j = 0; j < types; j++) {
        assertEquals(x.fraction(m, j), y.fraction(m, j));
      }
    }
  }

  @Property
  void sameProblem_givesTheSameBits(@ForAll Draws random, @ForAll Kind kind) {
    assertEquals(
        allocate(Problems.random(random.again(), kind)),
        allocate(Problems.random(random.again(), kind)));
  }

  @Property
  void pairs_neverLowerTheLevel(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem) {
    double alone = policy.allocate(problem.withoutPairs()).certificate().objective();
    assertTrue(policy.allocate(problem).certificate().objective() >= alone * (1 - 2e-6));
  }
}
