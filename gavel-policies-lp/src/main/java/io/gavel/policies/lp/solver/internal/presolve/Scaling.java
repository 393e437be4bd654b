package io.gavel.policies.lp.solver.internal.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Scales the numbers of a program near 1 by powers of two, so that nothing is rounded. Each
 * throughput row is divided by the power of two of its largest rate, each coupling row by that of
 * its largest coefficient of a job, each free variable by that of its largest coefficient after
 * that, the level and the gains by that of their largest entry. Fractions do not change; prices are
 * scaled back.
 *
 * <p>Rows without entries are left out: they hold or not whatever the solution is.
 */
public final class Scaling implements Presolve.Reduction {

  private final AllocationProgram program;
  private final AllocationProgram reduced;

  /** The divisor of each throughput row, {@code [job]}. */
  private final double[] ofJob;

  /** The divisor of each coupling row, {@code [row]}; 0 for a row without entries. */
  private final double[] ofRow;

  /** The divisor of each free variable, {@code [free variable]}. */
  private final double[] ofFree;

  /** The factor of the objective. */
  private final double objective;

  /** Scales a program. */
  public Scaling(AllocationProgram program) {
    this.program = program;
    ofJob = Programs.columns(program).fastest(program.jobCount());
    Arrays.setAll(ofJob, m -> powerOfTwo(ofJob[m]));
    ofRow = new double[program.rows().count()];
    Arrays.setAll(ofRow, this::largestOfRow);
    ofFree = new double[program.freeVariables().count()];
    Arrays.setAll(ofFree, f -> powerOfTwo(largestOfFree(f)));
    double requirement =
        largest(program.hasLevel() ? ofJob.length : 0, m -> program.requirement(m) / ofJob[m]);
    int gains = program.goal() instanceof Goal.Total ? program.columnCount() : 0;
    double gain = largest(gains, c -> Math.abs(program.gain(c)));
    double gainOfFree =
        largest(ofFree.length, f -> Math.abs(program.freeVariables().gain(f)) / ofFree[f]);
    double weight = largest(program.hasUtility() ? ofJob.length : 0, this::weight);
    // One factor for the whole objective, taken from the requirements if there is a level.
    objective =
        requirement > 0
            ? powerOfTwo(requirement)
            : 1 / powerOfTwo(Math.max(Math.max(gain, gainOfFree), weight));
    reduced = withRows(withJobs());
  }

  /** Returns the largest of some numbers, at least 0. */
  private static double largest(int count, IntToDoubleFunction of) {
    double most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, of.applyAsDouble(i));
    }
    return most;
  }

  private double largestOfRow(int i) {
    double[] largest = new double[2];
    program.rows().forEach(i, (c, a) -> largest[0] = Math.max(largest[0], Math.abs(a)));
    program.rows().forEachFree(i, (f, e) -> largest[1] = Math.max(largest[1], Math.abs(e)));
    double scale = largest[0] > 0 ? largest[0] : largest[1];
    return scale > 0 ? powerOfTwo(scale) : 0;
  }

  private double largestOfFree(int f) {
    double[] largest = new double[1];
    program
        .freeVariables()
        .forEach(f, (k, size) -> largest[0] = Math.max(largest[0], Math.abs(size)));
    program
        .rows()
        .forEachOfFree(
            f,
            (i, e) -> largest[0] = Math.max(largest[0], ofRow[i] > 0 ? Math.abs(e) / ofRow[i] : 0));
    return largest[0];
  }

  /** Scaling adds only a constant to a logarithm, which does not change the optimum. */
  private double weight(int m) {
    double power = program.power();
    return program.weight(m) * (power == 0 ? 1 : StrictMath.pow(ofJob[m], power));
  }

  private AllocationProgram withJobs() {
    ProgramColumns columns = Programs.columns(program);
    double[] rate = new double[columns.count()];
    double[] secondRate = new double[columns.hasPairs() ? rate.length : 0];
    for (int c = 0; c < rate.length; c++) {
      rate[c] = columns.rate[c] / ofJob[columns.first[c]];
      int second = columns.second(c);
      if (second != ProgramColumns.NONE) {
        secondRate[c] = columns.secondRate(c) / ofJob[second];
      }
    }
    double[] floor = new double[ofJob.length];
    Arrays.setAll(floor, m -> program.floor(m) / ofJob[m]);
    return Programs.rewritten(
        program,
        columns.withRates(rate, secondRate),
        floor,
        c -> program.gain(c) * objective,
        m -> program.requirement(m) / ofJob[m] / objective,
        m -> weight(m) * objective);
  }

  private AllocationProgram withRows(AllocationProgram other) {
    if (ofRow.length == 0 && ofFree.length == 0) {
      return other;
    }
    FreeVariables free = program.freeVariables();
    FreeVariables.Builder variables = FreeVariables.builder();
    for (int f = 0; f < ofFree.length; f++) {
      Entries pools = new Entries();
      double unit = ofFree[f];
      free.forEach(f, (k, size) -> pools.add(k, size / unit));
      variables.add(
          free.name(f),
          free.most(f) * unit,
          free.gain(f) / unit * objective,
          pools.indices(),
          pools.values());
    }
    CouplingRows rows = program.rows();
    CouplingRows.Builder coupling = CouplingRows.builder();
    for (int i = 0; i < ofRow.length; i++) {
      if (ofRow[i] > 0) {
        Entries ofJobs = new Entries();
        Entries ofVariables = new Entries();
        double unit = ofRow[i];
        rows.forEach(i, (c, a) -> ofJobs.add(c, a / unit));
        rows.forEachFree(i, (f, e) -> ofVariables.add(f, e / unit / ofFree[f]));
        coupling.add(
            rows.row(i).name(),
            rows.relation(i),
            rows.bound(i) / unit,
            ofJobs.indices(),
            ofJobs.values(),
            ofVariables.indices(),
            ofVariables.values());
      }
    }
    return other
        .withRows(CouplingRows.none())
        .withFreeVariables(variables.build())
        .withRows(coupling.build());
  }

  /** Returns the power of two next to a number, at most it; 1 for 0. */
  public static double powerOfTwo(double value) {
    return value > 0 ? StrictMath.scalb(1.0, Math.getExponent(value)) : 1;
  }

  @Override
  public AllocationProgram reduced() {
    return reduced;
  }

  @Override
  public SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    double[] free = claim.free();
    Arrays.setAll(free, f -> free[f] / ofFree[f]);
    double[] rowPrices =
        ProgramColumns.expanded(ofRow.length, i -> ofRow[i] > 0, claim.rowPrices());
    Arrays.setAll(rowPrices, i -> ofRow[i] > 0 ? rowPrices[i] / (objective * ofRow[i]) : 0);
    return claim.inUnits(free, undo(claim.prices()), rowPrices);
  }

  Prices undo(Prices prices) {
    double[] pools = prices.pools();
    double[] time = new double[ofJob.length];
    double[] throughput = new double[ofJob.length];
    Arrays.setAll(pools, k -> finite(pools[k] / objective));
    for (int m = 0; m < ofJob.length; m++) {
      time[m] = finite(prices.ofTime(m) / objective);
      throughput[m] = finite(prices.ofThroughput(m) / objective / ofJob[m]);
    }
    return Prices.of(pools, time, throughput);
  }

  /**
   * Returns the largest number instead of an infinite price, which proves nothing; any prices prove
   * a bound.
   */
  private static double finite(double price) {
    return Math.min(price, Double.MAX_VALUE);
  }
}
