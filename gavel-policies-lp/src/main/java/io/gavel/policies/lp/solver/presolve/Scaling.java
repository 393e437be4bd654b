package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Scales the numbers of a program near 1 by powers of two, so that nothing is rounded. Each
 * throughput row is divided by the power of two of its largest rate, the level and the gains by
 * that of their largest entry, and coupling rows and free variables likewise. Fractions do not
 * change; prices are scaled back.
 */
public final class Scaling {

  private final AllocationProgram scaled;
  private final double[] row;
  private final double objective;
  private final RowScaling rowScaling;

  private Scaling(AllocationProgram scaled, double[] row, double objective, RowScaling rowScaling) {
    this.scaled = scaled;
    this.row = row;
    this.objective = objective;
    this.rowScaling = rowScaling;
  }

  public static Scaling of(AllocationProgram program) {
    ProgramColumns programColumns = program.columns();
    double[] row = programColumns.fastest(program.jobCount());
    RowScaling rowScaling = RowScaling.of(program);
    boolean linear = program.goal() instanceof Goal.Total;
    double largestGain =
        Math.max(
            rowScaling.largestGain(),
            largest(linear ? programColumns.count() : 0, c -> Math.abs(program.gain(c))));
    for (int m = 0; m < row.length; m++) {
      row[m] = powerOfTwo(row[m]);
    }
    double largestRequirement =
        largest(program.hasLevel() ? row.length : 0, m -> program.requirement(m) / row[m]);
    double largestWeight =
        largest(program.hasUtility() ? row.length : 0, m -> scaledWeight(program, m, row[m]));
    // One factor for the whole objective, taken from the requirements if there is a level.
    double objective =
        largestRequirement > 0
            ? powerOfTwo(largestRequirement)
            : 1 / powerOfTwo(Math.max(largestGain, largestWeight));
    AllocationProgram scaled = apply(program, row, objective);
    return new Scaling(rowScaling.apply(scaled, objective), row, objective, rowScaling);
  }

  /** Returns the largest of some numbers, at least 0. */
  private static double largest(int count, IntToDoubleFunction of) {
    double most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, of.applyAsDouble(i));
    }
    return most;
  }

  private static AllocationProgram apply(
      AllocationProgram program, double[] row, double objective) {
    ProgramColumns programColumns = program.columns();
    double[] rate = new double[programColumns.count()];
    double[] secondRate = new double[programColumns.hasPairs() ? rate.length : 0];
    for (int c = 0; c < rate.length; c++) {
      rate[c] = programColumns.rate[c] / row[programColumns.first[c]];
      int second = programColumns.second(c);
      if (second != ProgramColumns.NONE) {
        secondRate[c] = programColumns.secondRate(c) / row[second];
      }
    }
    double[] floor = program.floors();
    if (program.hasFloor()) {
      floor = new double[row.length];
      Arrays.setAll(floor, m -> program.floor(m) / row[m]);
    }
    return program.rewritten(
        programColumns.withRates(rate, secondRate),
        floor,
        c -> program.gain(c) * objective,
        m -> program.requirement(m) / row[m] / objective,
        m -> scaledWeight(program, m, row[m]) * objective);
  }

  /** Scaling adds only a constant to a logarithm, which does not change the optimum. */
  private static double scaledWeight(AllocationProgram program, int m, double row) {
    return program.weight(m) * (program.power() == 0 ? 1 : StrictMath.pow(row, program.power()));
  }

  /** Returns the power of two next to a number, at most it; 1 for 0. */
  public static double powerOfTwo(double value) {
    return value > 0 ? StrictMath.scalb(1.0, Math.getExponent(value)) : 1;
  }

  public AllocationProgram scaled() {
    return scaled;
  }

  /** Translates a claim back. */
  SolverOutcome.Solved undone(SolverOutcome.Solved claim) {
    return claim.inUnits(
        rowScaling.undoFree(claim.free()),
        undo(claim.prices()),
        rowScaling.undoPrices(claim.rowPrices(), objective));
  }

  Prices undo(Prices prices) {
    double[] pools = prices.pools();
    double[] time = new double[row.length];
    double[] throughput = new double[row.length];
    for (int k = 0; k < pools.length; k++) {
      pools[k] = finite(pools[k] / objective);
    }
    for (int m = 0; m < row.length; m++) {
      time[m] = finite(prices.ofTime(m) / objective);
      throughput[m] = finite(prices.ofThroughput(m) / objective / row[m]);
    }
    return Prices.of(pools, time, throughput);
  }

  /**
   * Returns an infinite price proves nothing; the largest number may replace it, since any prices
   * prove a bound.
   */
  private static double finite(double price) {
    return Math.min(price, Double.MAX_VALUE);
  }
}
