package io.gavel.policies.lp.solver.simplex;

import io.gavel.policies.lp.solver.interior.rows.ProgramRows;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;
import org.ojalgo.optimisation.Optimisation;

/**
 * ojAlgo's dual simplex method on the rows of the program. It is fast and reliable up to some
 * hundred jobs, and returns prices. Immutable.
 */
public final class OjAlgoSolver implements AllocationSolver {

  /** Creates the solver; it has no options. */
  public OjAlgoSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (program.hasUtility()) {
      return new SolverOutcome.Declined("%s: the program is not linear".formatted(this));
    }
    if (isTooLarge(program)) {
      return new SolverOutcome.Declined("%s: the program is too large".formatted(this));
    }
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    try {
      ProgramRows rows = ProgramRows.of(program);
      RowSimplex vertex = RowSimplex.solve(rows.program(), limits.maxSteps());
      Optimisation.State state = vertex.state();
      if (state.isOptimal()) {
        return solved(rows, vertex);
      }
      if (limits.isCancelled()) { // then no other state can be trusted
        return new SolverOutcome.Interrupted(Optional.empty());
      }
      return state == Optimisation.State.INFEASIBLE
          ? new SolverOutcome.Infeasible("%s: %s".formatted(this, state))
          : new SolverOutcome.Declined("%s: %s".formatted(this, state));
    } catch (RuntimeException broken) { // on hard programs ojAlgo exceeds its own array bounds
      return new SolverOutcome.Declined("%s: %s".formatted(this, broken));
    }
  }

  /** Returns whether the tableau of a program is too large. */
  static boolean isTooLarge(AllocationProgram program) {
    long rows = 2L * program.jobCount() + program.poolCount() + program.rows().count();
    return RowSimplex.isTooLarge(rows, program.columnCount());
  }

  private static SolverOutcome solved(ProgramRows rows, RowSimplex vertex) {
    double[] prices = vertex.prices();
    return new SolverOutcome.Solved(
        rows.fractions(vertex.fractions()),
        rows.free(vertex.fractions()),
        rows.prices(prices),
        rows.rowPrices(prices),
        0);
  }

  @Override
  public String toString() {
    return "ojAlgo dual simplex";
  }
}
