package io.gavel.policies.lp.solver.presolve;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;

/**
 * Scales the numbers of a program near 1 by powers of two, so that nothing is rounded. Each
 * throughput row is divided by the power of two of its largest rate, the level and the gains by
 * that of their largest entry, and coupling rows and free columns likewise. Fractions do not
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
    double[] row = new double[program.jobCount()];
    double largestGain = 0;
    for (int c = 0; c < programColumns.count(); c++) {
      row[programColumns.first[c]] = Math.max(row[programColumns.first[c]], programColumns.rate[c]);
      if (programColumns.second[c] != ProgramColumns.NONE) {
        row[programColumns.second[c]] =
            Math.max(row[programColumns.second[c]], programColumns.secondRate[c]);
      }
      largestGain = Math.max(largestGain, Math.abs(program.gain(c)));
    }
    RowScaling rowScaling = RowScaling.of(program);
    largestGain = Math.max(largestGain, rowScaling.largestGain());
    double largestRequirement = 0;
    double largestWeight = 0;
    for (int m = 0; m < row.length; m++) {
      row[m] = powerOfTwo(row[m]);
      largestRequirement = Math.max(largestRequirement, program.requirement(m) / row[m]);
      largestWeight = Math.max(largestWeight, scaledWeight(program, m, row[m]));
    }
    // One factor for the whole objective, taken from the requirements if there is a level.
    double objective =
        largestRequirement > 0
            ? powerOfTwo(largestRequirement)
            : 1 / powerOfTwo(Math.max(largestGain, largestWeight));
    AllocationProgram scaled = apply(program, row, objective);
    return new Scaling(rowScaling.apply(scaled, objective), row, objective, rowScaling);
  }

  private static AllocationProgram apply(
      AllocationProgram program, double[] row, double objective) {
    ProgramColumns programColumns = program.columns();
    double[] rate = new double[programColumns.count()];
    double[] secondRate = new double[programColumns.count()];
    program
        .passes()
        .over(
            rate.length,
            (from, to) -> {
              for (int c = from; c < to; c++) {
                rate[c] = programColumns.rate[c] / row[programColumns.first[c]];
                if (programColumns.second[c] != ProgramColumns.NONE) {
                  secondRate[c] = programColumns.secondRate[c] / row[programColumns.second[c]];
                }
              }
            });
    double[] floor = new double[row.length];
    Arrays.setAll(floor, m -> program.floor(m) / row[m]);
    ProgramObjective scaled =
        program
            .objective()
            .with(
                new ProgramObjective.Numbers(
                    rate.length,
                    row.length,
                    c -> program.gain(c) * objective,
                    m -> program.requirement(m) / row[m] / objective,
                    m -> scaledWeight(program, m, row[m]) * objective));
    return program.rewritten(programColumns.withRates(rate, secondRate), floor, scaled);
  }

  /** Scaling adds only a constant to a logarithm, which does not change the optimum. */
  private static double scaledWeight(AllocationProgram program, int m, double row) {
    return program.weight(m) * (program.power() == 0 ? 1 : StrictMath.pow(row, program.power()));
  }

  /** The power of two next to a number, at most it; 1 for 0. */
  public static double powerOfTwo(double value) {
    return value > 0 ? StrictMath.scalb(1.0, Math.getExponent(value)) : 1;
  }

  public AllocationProgram scaled() {
    return scaled;
  }

  /** The prices of coupling rows. */
  double[] undoRows(double[] prices) {
    return rowScaling.undoPrices(prices, objective);
  }

  /** The values of free columns. */
  double[] undoFree(double[] values) {
    return rowScaling.undoFree(values);
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
   * An infinite price proves nothing; the largest number may replace it, since any prices prove a
   * bound.
   */
  private static double finite(double price) {
    return Math.min(price, Double.MAX_VALUE);
  }
}
