package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;

/**
 * The starting point of the interior-point method: half of each limit, spread over its columns, and
 * prices that no column would pay, so that both the primal and the dual program have an interior
 * point.
 */
public final class StartingPoint {

  /** The part of its terms that a demand or coupling row has as slack, and the least of any row. */
  private static final double LEAST = 0.1;

  /** The price of a row without gains, unless that of time for the level is lower. */
  private static final double NO_GAIN = 1e-3;

  private final BlockProgram program;
  private final Iterate at;

  /** The sizes of the terms of demands and coupling rows, {@code [row block][place]}. */
  private final double[][] sizes;

  public StartingPoint(BlockProgram program) {
    this.program = program;
    at = new Iterate(program);
    sizes = BlockProgram.like(program.limit);
  }

  /** Returns the even starting point. */
  public Iterate even() {
    program.spread(at.x);
    return filled();
  }

  /**
   * Returns a starting point near a given point.
   *
   * @param near fractions that satisfy the rows of time and pools
   * @param kept the fraction of the even point
   */
  public Iterate near(double[][] near, double kept) {
    program.spread(at.x);
    for (int b = 0; b < near.length; b++) {
      for (int i = 0; i < near[b].length; i++) {
        at.x[b][i] = kept * at.x[b][i] + (1 - kept) * near[b][i];
      }
    }
    return filled();
  }

  private Iterate filled() {
    fillRows();
    fillPrices();
    return at;
  }

  /** Sets slacks and level; a row that the fractions violate gets a tenth of its terms as slack. */
  private void fillRows() {
    double[][] left = BlockProgram.like(program.limit);
    program.subtract(at.x, left);
    program.addSizes(at.x, sizes);
    double smallest = Double.POSITIVE_INFINITY;
    for (int b = 0; program.hasLevel() && b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        if (program.requirement[b][i] > 0) {
          double most = sizes[b][i] > 0 ? left[b][i] : program.limit[b][i]; // of the level alone
          smallest = Math.min(smallest, most / program.requirement[b][i]);
        }
      }
    }
    at.level = program.hasLevel() ? 0.5 * smallest : 0;
    for (int b = 0; b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        double rest = left[b][i] + program.limit[b][i] - program.requirement[b][i] * at.level;
        double least = isDemand(b, i) ? LEAST * sizes[b][i] : 0;
        double slack = rest > least ? rest : least > 0 ? least : LEAST;
        at.slack[b][i] = program.exact[b][i] ? 0 : slack;
      }
    }
  }

  private boolean isDemand(int block, int i) {
    return program.kind(block, i) == BlockProgram.Kind.DEMAND;
  }

  /**
   * Sets prices that no column would pay. All rows have prices of one scale, that of the gains or
   * of time for the level: prices of rows alone may be more than columns are worth.
   */
  private void fillPrices() {
    double largestGain = 0;
    for (double[] gains : program.gain) {
      for (double gain : gains) {
        largestGain = Math.max(largestGain, Math.abs(gain));
      }
    }
    double raised = 0;
    for (int b = 0; program.hasLevel() && b < sizes.length; b++) {
      for (int i = 0; i < sizes[b].length; i++) {
        double requirement = program.requirement[b][i];
        raised += requirement > 0 ? requirement / program.unit(b, i) : 0;
      }
    }
    double usual = Math.max(largestGain, raised > 0 ? Math.min(NO_GAIN, 1 / raised) : NO_GAIN);
    double scale = largestGain;
    for (double ofOthers : new double[] {0, usual}) { // first without rows, which lower the worth
      for (int b = 0; b < at.price.length; b++) {
        for (int i = 0; i < at.price[b].length; i++) {
          at.price[b][i] = isDemand(b, i) ? priceOf(b, i, raised, ofOthers) : 0;
        }
      }
      program.price(at.price, at.z);
      for (double[] paid : at.z) {
        for (double price : paid) {
          scale = Math.max(scale, -price);
        }
      }
    }
    for (int b = 0; b < at.z.length; b++) {
      for (int i = 0; i < at.z[b].length; i++) {
        at.z[b][i] -= program.gain[b][i];
      }
    }
    program.coverTime(at.z, at.price);
    for (int b = 0; b < at.price.length; b++) {
      for (int i = 0; i < at.price[b].length; i++) {
        at.price[b][i] += isDemand(b, i) ? 0 : scale;
      }
    }
    program.price(at.price, at.z);
    for (int b = 0; b < at.z.length; b++) {
      for (int i = 0; i < at.z[b].length; i++) { // the first steps close the difference
        at.z[b][i] = Math.max(at.z[b][i] - program.gain[b][i], scale);
      }
    }
  }

  private double priceOf(int b, int i, double raised, double ofOthers) {
    if (program.exact[b][i]) {
      return 0;
    }
    if (program.weight[b][i] > 0) {
      return Utility.slope(program.power, program.weight[b][i], at.slack[b][i]);
    }
    return program.requirement[b][i] > 0 ? 1 / (raised * program.unit(b, i)) : ofOthers;
  }
}
