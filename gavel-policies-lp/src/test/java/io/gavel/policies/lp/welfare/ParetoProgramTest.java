package io.gavel.policies.lp.welfare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.ParetoCheck;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Allocations that can be improved, and prices that say that they cannot. */
class ParetoProgramTest {

  private static final ParetoProgram CHECK = ParetoProgram.create();

  private static Allocation at(AllocationProblem problem, double... fractions) {
    return Allocation.of(
        problem, fractions, MaxMinFairness.create().allocate(problem).certificate());
  }

  /** Each on the type where it is 4 times as fast; a step of job 1 is worth a quarter. */
  @Test
  void examine_optimum_isSupportedByPrices() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(2, 8));
    ParetoCheck.Evidence evidence = CHECK.examine(at(problem, 1, 0, 0, 1), Tolerance.CERTIFIED);
    Prices prices = assertInstanceOf(ParetoCheck.Supported.class, evidence).prices();
    // whoever moves loses: each weighs at least the reciprocal of its fastest rate
    assertTrue(prices.ofThroughput(0) >= 0.25 && prices.ofThroughput(1) >= 0.125);
    for (int m = 0; m < 2; m++) {
      for (int j = 0; j < 2; j++) {
        double earned = prices.ofThroughput(m) * problem.throughputs().stepsPerSecond(m, j);
        assertTrue(prices.ofPool(j) + prices.ofTime(m) >= earned - 1e-6, m + " on " + j);
      }
    }
  }

  /** Both on the wrong type: exchanged, the first has four times as much and the second as well. */
  @Test
  void examine_exchangeThatHelpsBoth_isFound() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(2, 8));
    ParetoCheck.Evidence evidence = CHECK.examine(at(problem, 0, 1, 1, 0), Tolerance.CERTIFIED);
    Allocation better = assertInstanceOf(ParetoCheck.Improvable.class, evidence).better();
    assertEquals(4, better.effectiveThroughput(0), 1e-5);
    assertEquals(8, better.effectiveThroughput(1), 1e-5);
    assertEquals(2, better.certificate().objective(), 1e-6);
    assertTrue(better.effectiveThroughput(0) >= 1);
  }

  /** Idle time is an improvement; the floors keep what was reached. */
  @Test
  void examine_idleWorkers_areAnImprovement() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(5));
    ParetoCheck.Evidence evidence = CHECK.examine(at(problem, 0.25, 0.5), Tolerance.CERTIFIED);
    Allocation better = assertInstanceOf(ParetoCheck.Improvable.class, evidence).better();
    assertTrue(better.effectiveThroughput(0) >= 0.25 * (1 - 1e-6));
    assertTrue(better.effectiveThroughput(1) >= 2.5 * (1 - 1e-6));
    assertEquals(1, better.fraction(0, 0) + better.fraction(1, 0), 1e-6);
    // with all of the time any division is efficient
    assertInstanceOf(
        ParetoCheck.Supported.class, CHECK.examine(at(problem, 0.5, 0.5), Tolerance.CERTIFIED));
  }

  /** A loss within the tolerance is none. */
  @Test
  void examine_lossWithinTolerance_isSupported() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(3));
    Allocation nearly = at(problem, 0.99);
    assertInstanceOf(ParetoCheck.Supported.class, CHECK.examine(nearly, new Tolerance(0, 0.011)));
    assertInstanceOf(ParetoCheck.Improvable.class, CHECK.examine(nearly, new Tolerance(0, 0.009)));
  }

  /** A job is as fast as in its fastest group: here in a pair, where both run at once. */
  @Test
  void examine_pairs_countForTheFastestRate() {
    AllocationProblem problem = Cases.pair();
    Allocation both = at(problem, 0, 0, 1);
    Prices prices =
        assertInstanceOf(ParetoCheck.Supported.class, CHECK.examine(both, Tolerance.CERTIFIED))
            .prices();
    assertEquals(
        0.9 * (prices.ofThroughput(0) + prices.ofThroughput(1)),
        prices.ofPool(0) + prices.ofTime(0) + prices.ofTime(1),
        1e-6);
    Allocation turns = at(problem, 0.5, 0.5, 0);
    assertInstanceOf(ParetoCheck.Improvable.class, CHECK.examine(turns, Tolerance.CERTIFIED));
  }

  @Test
  void examine_jobThatRunsNowhere_doesNotCount() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(3), Cases.row(0));
    assertInstanceOf(
        ParetoCheck.Supported.class, CHECK.examine(at(problem, 1, 0), Tolerance.CERTIFIED));
  }

  @Test
  void examine_solverWithoutAnswer_isUnknown() {
    CertifiedSolver declining =
        CertifiedSolver.of(
            List.of((program, limits) -> new SolverOutcome.Declined("declined")),
            Tolerance.CERTIFIED);
    ParetoProgram check = CHECK.withSolver(declining);
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(3));
    ParetoCheck.Evidence evidence = check.examine(at(problem, 0.5), Tolerance.CERTIFIED);
    String reason = assertInstanceOf(ParetoCheck.Unknown.class, evidence).reason();
    assertTrue(reason.startsWith("the program has no certified solution: "), reason);
    assertNotEquals(CHECK, check);
    assertEquals(CHECK, ParetoProgram.create());
  }

  @Test
  void examine_pricesOfConstraints_supportThePoint() {
    AllocationProblem capped =
        Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(3, 3))
            .constraining(
                Constraint.named("cap").that(LinearForm.workers().onTypes("b")).atMost(0.5));
    ParetoCheck.Evidence evidence = CHECK.examine(at(capped, 1, 0, 0, 0.5), Tolerance.CERTIFIED);
    Prices prices = assertInstanceOf(ParetoCheck.Supported.class, evidence).prices();
    assertTrue(prices.constraints().getOrDefault("cap", 0.0) > 0.1, prices::toString);
  }
}
