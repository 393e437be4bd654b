package io.gavel.policies.lp.solver.simplex;

import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import java.util.Arrays;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;
import org.ojalgo.structure.Mutate1D;

/** ojAlgo's dual simplex method on a {@link RowProgram} without utilities. Immutable. */
public final class RowSimplex {

  /** The most entries of a tableau, including slacks: 1.6 GB. */
  private static final long MOST_ENTRIES = 200_000_000;

  /**
   * The most rows. An interruption ends the method between two of its iterations only, and to
   * factorise a basis of 4,000 rows takes 0.1 s, of 8,000 half a second.
   */
  private static final long MOST_ROWS = 4_000;

  private final RowProgram program;
  private final Optimisation.Result result;

  private RowSimplex(RowProgram program, Optimisation.Result result) {
    this.program = program;
    this.result = result;
  }

  /** Returns whether the tableau is too large for memory, or for an interruption to end it soon. */
  public static boolean isTooLarge(long rows, long columns) {
    return rows > MOST_ROWS || rows * (rows + columns) > MOST_ENTRIES;
  }

  /**
   * Solves a program; {@link #state} is the outcome.
   *
   * @param mostSteps the most iterations
   */
  public static RowSimplex solve(RowProgram program, int mostSteps) {
    Optimisation.Options options = new Optimisation.Options();
    options.iterations_abort = mostSteps;
    options.linear().dual();
    return new RowSimplex(program, rowsOf(program).build(options).solve());
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

  public Optimisation.State state() {
    return result.getState();
  }

  public double[] fractions() {
    double[] x = new double[program.columns()];
    Arrays.setAll(x, result::doubleValue);
    return x;
  }

  public double level() {
    return result.doubleValue(program.columns());
  }

  /**
   * Returns the prices of the rows, {@code [row]}, at least 0 except for equations. All rows of the
   * tableau are upper limits, so all of its prices have one sign.
   */
  public double[] prices() {
    double[] duals = result.getDualSolution().orElseThrow().get().toRawCopy1D();
    double[] prices = new double[program.rows];
    int opposite = program.rows;
    for (int i = 0; i < prices.length; i++) {
      prices[i] = Math.abs(duals[i]) - (program.exact[i] ? Math.abs(duals[opposite++]) : 0);
    }
    return prices;
  }
}
