package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.RandomProblems;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class ExactSolverTest {

  private static final CertifiedSolver SOLVER = CertifiedSolver.standard();
  private static final ExactSolver EXACT = ExactSolver.of(SOLVER);

  private static AllocationProblem two() {
    return AllocationProblem.builder(
            Cluster.of(new WorkerType("v100", 1), new WorkerType("k80", 1)))
        .job(Job.of("a"), 4, 1)
        .job(Job.of("b"), 3, 1)
        .build();
  }

  /**
   * With a for x of the v100: 4x + (1 − x) = 3(1 − x) + x, so x = 2/5 and the level is 11/5. All
   * columns are positive, so 4y − 1y = 3(1 − y) − 1(1 − y) for the price y of a's throughput; both
   * sides are what the v100 is worth more than the k80.
   */
  @Test
  void level_ofTwoJobs_isAFraction() {
    ExactOptimum optimum =
        EXACT.solve(AllocationProgram.maximizeMinimum(two(), new double[] {1, 1}));
    assertEquals(Rational.of(11, 5), optimum.value());
    assertEquals(Rational.of(2, 5), optimum.fraction(0));
    assertEquals(Rational.of(6, 5), optimum.poolPrice(0).minus(optimum.poolPrice(1)));
    assertEquals("ExactOptimum[11/5]", optimum.toString());
  }

  /** a has 3/4 of the v100, b the rest of it and 3/4 of the k80: 3 + 3/4 + 3/4. */
  @Test
  void sum_underAConstraint_isExact() {
    AllocationProblem capped =
        two()
            .constraining(Constraint.named("cap").that(LinearForm.time().ofJobs("a")).atMost(0.75));
    ExactOptimum optimum = EXACT.solve(AllocationProgram.maximizeSum(capped, new double[] {1, 1}));
    assertEquals(Rational.of(9, 2), optimum.value());
  }

  @Test
  void solve_randomProblems_isBetweenObjectiveAndBound_orSaysThatItFailed() {
    int found = 0;
    int tried = 0;
    for (long seed = 0; seed < Integer.getInteger("gavel.exact", 60); seed++) {
      AllocationProblem problem = RandomProblems.of(seed).withoutPairs();
      double[] ones = new double[problem.jobCount()];
      Arrays.fill(ones, 1);
      problem.unrunnable().forEach(job -> ones[job.job()] = 0);
      AllocationProgram program =
          seed % 2 == 0 && Arrays.stream(ones).sum() > 0
              ? AllocationProgram.maximizeMinimum(problem, ones)
              : AllocationProgram.maximizeSum(problem, ones);
      tried++;
      try {
        Rational value = EXACT.solve(program).value();
        CertifiedSolution close = SOLVER.solve(program);
        double slack = 1e-12 * Math.abs(close.objective());
        assertTrue(value.compareTo(Rational.of(close.objective() - slack)) >= 0, "seed " + seed);
        DualBound bound = close.bound();
        assertTrue(value.compareTo(Rational.of(bound.value() + slack)) <= 0, "seed " + seed);
        found++;
      } catch (SolveFailedException noExactOptimum) {
        assertTrue(String.valueOf(noExactOptimum.getMessage()).endsWith("but no exact one"));
      }
    }
    assertTrue(found >= 0.85 * tried, found + " of " + tried);
  }

  @Test
  void solve_utilities_areRefused() {
    AllocationProgram logs = AllocationProgram.maximizeUtility(two(), new double[] {1, 1}, 0);
    assertThrows(IllegalArgumentException.class, () -> EXACT.solve(logs));
  }
}
