package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.rows.RowSimplex.Vertex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;

/** The simplex method on the sparse rows of a linear program. Immutable. */
public final class SimplexSolver implements AllocationSolver {

  /** Creates the solver; it has no options. */
  public SimplexSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    ProgramRows rows = ProgramRows.of(program);
    Optional<Vertex> vertex =
        RowSimplex.solve(rows.program(), limits.maxSteps(), limits::isCancelled);
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    if (vertex.isEmpty()) {
      return new SolverOutcome.Declined(
          "%s: no optimum of a linear program was reached".formatted(this));
    }
    double[] x = vertex.get().x();
    double[] prices = vertex.get().prices();
    return new SolverOutcome.Solved(
        rows.fractions(x), rows.free(x), rows.prices(prices), rows.rowPrices(prices), 0);
  }

  @Override
  public String toString() {
    return "sparse simplex";
  }
}
