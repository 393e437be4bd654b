package io.gavel.policies.lp.solver.internal.interior;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;

/**
 * A primal and dual point of a {@link BlockProgram}, or a direction between two points: columns
 * with their reduced costs, rows with slack and price, and the level. Mutable.
 */
public final class Iterate {

  /** The part of its terms that a demand or coupling row has as slack, and the least of any row. */
  private static final double LEAST = 0.1;

  /** The price of a row without gains, unless that of time for the level is lower. */
  private static final double NO_GAIN = 1e-3;

  /** Columns and their reduced costs, {@code [column block][place]}. */
  public final double[][] x;

  public final double[][] z;

  /** Slacks and prices of rows, {@code [row block][place]}. */
  public final double[][] slack;

  public final double[][] price;

  public double level;

  public Iterate(BlockProgram program) {
    x = BlockProgram.like(program.gain);
    z = BlockProgram.like(program.gain);
    slack = BlockProgram.like(program.limit);
    price = BlockProgram.like(program.limit);
  }

  /**
   * Returns an even starting point: half of each limit, spread over its columns, and prices that no
   * column would pay, so that both the primal and the dual program have an interior point.
   */
  public static Iterate even(BlockProgram program) {
    Iterate at = new Iterate(program);
    program.spread(at.x);
    double[][] sizes = BlockProgram.like(program.limit);
    program.addSizes(at.x, sizes);
    at.fillRows(program, sizes);
    at.fillPrices(program, sizes);
    return at;
  }

  void moveBy(Iterate direction, double primal, double dual) {
    for (int b = 0; b < x.length; b++) {
      Vectors.add(x[b], primal, direction.x[b]);
      Vectors.add(z[b], dual, direction.z[b]);
    }
    for (int b = 0; b < slack.length; b++) {
      Vectors.add(slack[b], primal, direction.slack[b]);
      Vectors.add(price[b], dual, direction.price[b]);
    }
    level += primal * direction.level;
  }

  /** Sets slacks and level; a row that the fractions violate gets a tenth of its terms as slack. */
  private void fillRows(BlockProgram program, double[][] sizes) {
    double[][] left = BlockProgram.like(program.limit);
    program.subtract(x, left);
    double smallest = Double.POSITIVE_INFINITY;
    for (int b = 0; program.hasLevel() && b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        if (program.requirement[b][i] > 0) {
          double most = sizes[b][i] > 0 ? left[b][i] : program.limit[b][i]; // of the level alone
          smallest = Math.min(smallest, most / program.requirement[b][i]);
        }
      }
    }
    level = program.hasLevel() ? 0.5 * smallest : 0;
    for (int b = 0; b < left.length; b++) {
      for (int i = 0; i < left[b].length; i++) {
        double rest = left[b][i] + program.limit[b][i] - program.requirement[b][i] * level;
        double least = program.isDemand(b, i) ? LEAST * sizes[b][i] : 0;
        double room = rest > least ? rest : least > 0 ? least : LEAST;
        slack[b][i] = program.exact[b][i] ? 0 : room;
      }
    }
  }

  /**
   * Sets prices that no column would pay. All rows have prices of one scale, that of the gains or
   * of time for the level: prices of rows alone may be more than columns are worth.
   */
  private void fillPrices(BlockProgram program, double[][] sizes) {
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
      for (int b = 0; b < price.length; b++) {
        for (int i = 0; i < price[b].length; i++) {
          price[b][i] = program.isDemand(b, i) ? priceOf(program, b, i, raised, ofOthers) : 0;
        }
      }
      program.price(price, z);
      for (double[] paid : z) {
        for (double reduced : paid) {
          scale = Math.max(scale, -reduced);
        }
      }
    }
    for (int b = 0; b < z.length; b++) {
      for (int i = 0; i < z[b].length; i++) {
        z[b][i] -= program.gain[b][i];
      }
    }
    program.coverTime(z, price);
    for (int b = 0; b < price.length; b++) {
      for (int i = 0; i < price[b].length; i++) {
        price[b][i] += program.isDemand(b, i) ? 0 : scale;
      }
    }
    program.price(price, z);
    for (int b = 0; b < z.length; b++) {
      for (int i = 0; i < z[b].length; i++) { // the first steps close the difference
        z[b][i] = Math.max(z[b][i] - program.gain[b][i], scale);
      }
    }
  }

  private double priceOf(BlockProgram program, int b, int i, double raised, double ofOthers) {
    if (program.exact[b][i]) {
      return 0;
    }
    if (program.weight[b][i] > 0) {
      return Utility.slope(program.power, program.weight[b][i], slack[b][i]);
    }
    return program.requirement[b][i] > 0 ? 1 / (raised * program.unit(b, i)) : ofOthers;
  }
}
