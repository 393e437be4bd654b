package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.statement.Rational;
import org.junit.jupiter.api.Test;

/** Exact optima of programs in which workers can be bought. */
class ExactFreeColumnsTest {

  /** A third of a step per second more for a worker at a price of 1/4; both jobs want one. */
  @Test
  void solve_workersWithoutLimit_areBoughtWhilePriceIsPaid() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(3), Cases.row(0.5));
    for (double most : new double[] {0.75, 1, 5, Double.POSITIVE_INFINITY}) {
      FreeColumns bought = FreeColumns.builder().addWorkers("bought", most, 0.25, 0).build();
      AllocationProgram program =
          AllocationProgram.maximizeSum(problem, Cases.row(1, 1)).withFreeColumns(bought);
      ExactOptimum optimum = CertifiedSolver.standard().exact().solve(program);
      Rational expected = Rational.of(Math.min(1, most));
      assertEquals(expected, optimum.free(0), "most " + most);
      assertEquals(Rational.of(3, 1).plus(expected.times(Rational.of(1, 4))), optimum.value());
      assertTrue(ExactCheck.holds(program, optimum));
    }
  }
}
