package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.rows.RowSimplex.Vertex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/**
 * The simplex method on the sparse rows of a linear program. The precise variant is right to the
 * last digits that the condition of the program leaves. Immutable.
 */
public final class SimplexSolver implements AllocationSolver {

  /** The tolerance of the precise variant: what rounding leaves of numbers near 1. */
  private static final double PRECISE = 1e-15;

  /** The most entries of a small program, with which a solve takes some milliseconds. */
  private static final long FEW_ENTRIES = 10_000;

  private final double tolerance;

  /** Creates the solver; it has no options. */
  public SimplexSolver() {
    this(RowSimplex.TOLERANCE);
  }

  private SimplexSolver(double tolerance) {
    this.tolerance = tolerance;
  }

  @Override
  public AllocationSolver precise() {
    return new SimplexSolver(PRECISE);
  }

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    ProgramRows rows = ProgramRows.of(program);
    Optional<Vertex> vertex =
        RowSimplex.solve(
            rows.program(), tolerance, new int[0], limits.maxSteps(), limits::isCancelled);
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    if (vertex.isEmpty()) {
      return new SolverOutcome.Declined(
          "%s: no optimum of a linear program was reached".formatted(this));
    }
    double[] x = vertex.get().x();
    double[] prices = vertex.get().prices();
    double[] fractions = rows.fractions(x);
    meetDust(program, vertex.get().level(), fractions);
    return new SolverOutcome.Solved(
        fractions, rows.free(x), rows.prices(prices), rows.rowPrices(prices), vertex.get().steps());
  }

  /** Meets the demands of a level that are too small a part of rates to be in a basis. */
  private static void meetDust(AllocationProgram program, double level, double[] fractions) {
    double[] throughput = program.throughput(fractions);
    for (int c = 0; c < fractions.length; c++) {
      int m = program.first(c);
      double demand = program.requirement(m) * level;
      if (throughput[m] == 0 && demand < RowSimplex.DUST * program.rate(c)) {
        fractions[c] = demand / program.rate(c);
        throughput[m] = demand;
      }
    }
  }

  /** Returns whether a program is linear and small. */
  public static boolean isSmall(AllocationProgram program) {
    long rows = 2L * program.jobCount() + program.poolCount() + 2L * program.rows().count();
    return !program.hasUtility()
        && !program.hasPairsByType()
        && rows * (program.columnCount() + program.freeVariables().count()) <= FEW_ENTRIES;
  }

  @Override
  public String toString() {
    return tolerance == PRECISE ? "precise simplex" : "sparse simplex";
  }
}
