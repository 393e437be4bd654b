package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.Optional;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;
import org.ojalgo.structure.Mutate1D;

/** ojAlgo's dual simplex method on the rows of a linear program. Immutable. */
public final class OjAlgoSolver implements AllocationSolver {

  /** The most entries of a tableau, including slacks: 1.6 GB. */
  private static final long MOST_ENTRIES = 200_000_000;

  /**
   * The most rows. An interruption ends the method between two of its iterations only, and to
   * factorise a basis of 4,000 rows takes 0.1 s, of 8,000 half a second.
   */
  private static final long MOST_ROWS = 4_000;

  /**
   * An optimal vertex.
   *
   * @param x the values of the columns, {@code [column]}
   * @param level the level; 0 if the program has none
   * @param prices the prices of the rows, {@code [row]}, at least 0 except for equations
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Vertex(double[] x, double level, double[] prices) {}

  /** Creates the solver; it has no options. */
  public OjAlgoSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (program.hasUtility()) {
      return new SolverOutcome.Declined("%s: the program is not linear".formatted(this));
    }
    long rows = 2L * program.jobCount() + program.poolCount() + program.rows().count();
    if (isTooLarge(rows, program.columnCount())) {
      return new SolverOutcome.Declined("%s: the program is too large".formatted(this));
    }
    if (limits.isCancelled()) {
      return new SolverOutcome.Interrupted(Optional.empty());
    }
    try {
      ProgramRows all = ProgramRows.of(program);
      Optimisation.Result result = result(all.program(), limits.maxSteps());
      Optimisation.State state = result.getState();
      if (state.isOptimal()) {
        Vertex vertex = vertex(all.program(), result);
        return new SolverOutcome.Solved(
            all.fractions(vertex.x),
            all.free(vertex.x),
            all.prices(vertex.prices),
            all.rowPrices(vertex.prices),
            0);
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

  /** Returns whether the tableau is too large for memory, or for an interruption to end it soon. */
  static boolean isTooLarge(long rows, long columns) {
    return rows > MOST_ROWS || rows * (rows + columns) > MOST_ENTRIES;
  }

  private static Optimisation.Result result(RowProgram program, int mostSteps) {
    Optimisation.Options options = new Optimisation.Options();
    options.iterations_abort = mostSteps;
    options.linear().dual();
    return rowsOf(program).build(options).solve();
  }

  /** Returns the program as a minimisation. */
  private static LinearSolver.Builder rowsOf(RowProgram program) {
    int level = program.columns();
    double[] objective = new double[level + 1];
    Arrays.setAll(objective, c -> c < level ? -program.gain[c] : program.hasLevel() ? -1 : 0);
    LinearSolver.Builder builder = LinearSolver.newBuilder(objective);
    Mutate1D[] rows = new Mutate1D[program.rows];
    Arrays.setAll(rows, i -> builder.inequality(program.limit[i]));
    Mutate1D[] opposite = new Mutate1D[program.rows]; // an equation is two inequalities
    for (int i = 0; i < rows.length; i++) {
      rows[i].set(level, program.requirement[i]);
      if (program.exact[i]) {
        opposite[i] = builder.inequality(-program.limit[i]);
      }
    }
    for (int c = 0; c < level; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int i = program.row[e];
        rows[i].set(c, program.value[e]);
        if (program.exact[i]) {
          opposite[i].set(c, -program.value[e]);
        }
      }
    }
    return builder.lower(0.0).upper(Double.POSITIVE_INFINITY);
  }

  /** All rows of the tableau are upper limits, so all of its prices have one sign. */
  private static Vertex vertex(RowProgram program, Optimisation.Result result) {
    double[] x = new double[program.columns()];
    Arrays.setAll(x, result::doubleValue);
    double[] duals = result.getDualSolution().orElseThrow().get().toRawCopy1D();
    double[] prices = new double[program.rows];
    int opposite = program.rows;
    for (int i = 0; i < prices.length; i++) {
      prices[i] = Math.abs(duals[i]) - (program.exact[i] ? Math.abs(duals[opposite++]) : 0);
    }
    return new Vertex(x, result.doubleValue(x.length), prices);
  }

  @Override
  public String toString() {
    return "ojAlgo dual simplex";
  }
}
