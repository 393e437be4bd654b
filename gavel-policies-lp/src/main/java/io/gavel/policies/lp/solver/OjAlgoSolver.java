package io.gavel.policies.lp.solver;

import io.gavel.policies.Prices;
import java.util.Arrays;
import java.util.Optional;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.linear.LinearSolver;
import org.ojalgo.structure.Mutate1D;

/**
 * ojAlgo's dual simplex method, given the rows of the program as they are: fast and right up to
 * some hundred jobs, and it tells prices. Immutable.
 */
public final class OjAlgoSolver implements AllocationSolver {

  /** The most entries of a tableau, with its slacks. */
  private static final long MOST_ENTRIES = 200_000_000;

  /** The solver; it has no options. */
  public OjAlgoSolver() {}

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    if (program.hasUtility()) {
      return new SolverOutcome.Stopped("%s: the program is not linear".formatted(this));
    }
    Optimisation.Options options = new Optimisation.Options();
    options.iterations_abort = limits.maxSteps();
    options.linear().dual();
    if (isTooLarge(program)) {
      return new SolverOutcome.Stopped("%s: the program is too large".formatted(this));
    }
    if (limits.isCancelled()) {
      return new SolverOutcome.Expired(Optional.empty());
    }
    try {
      Optimisation.Result result = rowsOf(program).build(options).solve();
      Optimisation.State state = result.getState();
      if (state == Optimisation.State.INFEASIBLE) {
        return new SolverOutcome.Infeasible("%s: %s".formatted(this, state));
      }
      return state.isOptimal()
          ? solved(program, result)
          : new SolverOutcome.Stopped("%s: %s".formatted(this, state));
    } catch (RuntimeException broken) { // on hard programs it runs into its own arrays
      return new SolverOutcome.Stopped("%s: %s".formatted(this, broken));
    }
  }

  /** Whether its tableau would not fit into memory, and its iterations not into a day. */
  static boolean isTooLarge(AllocationProgram program) {
    long rows = 2L * program.jobCount() + program.poolCount() + program.sideRows().count();
    return rows * (rows + program.columnCount()) > MOST_ENTRIES;
  }

  /** The program as a minimisation with {@code ≤} rows: time, pools, throughput negated. */
  private static LinearSolver.Builder rowsOf(AllocationProgram program) {
    int n = program.jobCount();
    int level = program.columnCount();
    double[] objective = new double[level + 1];
    objective[level] = program.hasLevel() ? -1 : 0;
    LinearSolver.Builder builder = LinearSolver.newBuilder(objective);
    Mutate1D[] time = new Mutate1D[n];
    Mutate1D[] pool = new Mutate1D[program.poolCount()];
    Mutate1D[] throughput = new Mutate1D[n];
    Arrays.setAll(time, m -> builder.inequality(1));
    Arrays.setAll(pool, k -> builder.inequality(program.workers(k)));
    Arrays.setAll(throughput, m -> builder.inequality(-program.floor(m)));
    for (int m = 0; m < n; m++) {
      throughput[m].set(level, program.requirement(m));
    }
    for (int c = 0; c < level; c++) {
      builder.objective(c, -program.gain(c));
      pool[program.pool(c)].set(c, program.size(c));
      time[program.first(c)].set(c, 1);
      throughput[program.first(c)].set(c, -program.rate(c));
      if (program.second(c) != Columns.NONE) {
        time[program.second(c)].set(c, 1);
        throughput[program.second(c)].set(c, -program.secondRate(c));
      }
    }
    for (int i = 0; i < program.sideRows().count(); i++) {
      Mutate1D row = builder.inequality(0);
      program.sideRows().forEach(i, (c, coefficient) -> row.set(c, -coefficient));
    }
    return builder.lower(0.0).upper(Double.POSITIVE_INFINITY);
  }

  private static SolverOutcome solved(AllocationProgram program, Optimisation.Result result) {
    double[] x = new double[program.columnCount()];
    Arrays.setAll(x, result::doubleValue);
    double[] rows = result.getDualSolution().orElseThrow().get().toRawCopy1D();
    Arrays.setAll(rows, i -> Math.abs(rows[i])); // all rows are ≤, so all have one sign
    int n = program.jobCount();
    int pools = program.poolCount();
    int last = n + pools + n;
    Prices prices =
        Prices.of(
            Arrays.copyOfRange(rows, n, n + pools),
            Arrays.copyOfRange(rows, 0, n),
            Arrays.copyOfRange(rows, n + pools, last));
    return new SolverOutcome.Solved(
        x, prices, Arrays.copyOfRange(rows, last, last + program.sideRows().count()));
  }

  @Override
  public String toString() {
    return "ojAlgo dual simplex";
  }
}
