package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.internal.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.internal.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * An oracle for small linear programs: the simplex method in twofold arithmetic, whose point and
 * prices are right to the last digits of a {@code double}, whatever the condition of the program.
 */
public final class TwofoldSimplex implements AllocationSolver {

  /** The most entries of a tableau, which takes some tenths of a second. */
  private static final long MOST_ENTRIES = 100_000;

  /** The oracle. */
  public TwofoldSimplex() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (program.hasUtility() || program.hasPairsByType() || entries(program) > MOST_ENTRIES) {
      return new SolverOutcome.Declined("%s: for small linear programs".formatted(this));
    }
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    ProgramRows rows = ProgramRows.of(program);
    RowProgram all = rows.program().asLimits();
    double[][] matrix = new double[all.rows][all.columns()];
    for (int c = 0; c < all.columns(); c++) {
      for (int e = all.start[c]; e < all.start[c + 1]; e++) {
        matrix[all.row[e]][c] += all.value[e];
      }
    }
    double[] gain = Arrays.copyOf(all.gain, all.columns());
    TwofoldTableau tableau = new TwofoldTableau(matrix, all.limit, gain);
    if (!tableau.solve(limits.maxSteps())) {
      return new SolverOutcome.Declined("%s: no optimum was reached".formatted(this));
    }
    double[] x = tableau.point();
    double[] prices = rows.program().ofLimits(tableau.prices());
    return new SolverOutcome.Solved(
        rows.fractions(x), rows.free(x), rows.prices(prices), rows.rowPrices(prices), 0);
  }

  private static long entries(AllocationProgram program) {
    long rows = 2L * program.jobCount() + program.poolCount() + 2L * program.rows().count();
    return rows * (program.columnCount() + program.freeVariables().count());
  }

  @Override
  public String toString() {
    return "twofold simplex";
  }
}
