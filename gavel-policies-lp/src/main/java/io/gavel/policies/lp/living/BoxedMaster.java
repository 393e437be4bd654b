package io.gavel.policies.lp.living;

import java.util.Arrays;

/**
 * The small program that mixes points of all jobs, in parts of each pool:
 *
 * <pre>
 *   maximise   τ − Σ high_k over_k + Σ low_k under_k
 *   pools      Σ_i λ_i use_ik + slope_k τ − over_k + under_k = free_k     for every pool
 *   mix        Σ_i λ_i = 1,   λ, over, under ≥ 0,   τ ≤ most
 * </pre>
 *
 * <p>Its prices of pools lie in the box {@code low ≤ price ≤ high}, with {@code Σ slope · price =
 * 1} unless the level is at its most. Solved by the simplex method on a dense table; ties end at
 * the indices. Mutable.
 */
final class BoxedMaster {

  /** Reduced costs up to this part of the objective's unit are rounding. */
  private static final double ROUNDING = 1e-13;

  private static final double LEAST_PIVOT = 1e-10;

  private final int pools;
  private double[][] table = new double[0][];
  private int[] basic = new int[0];
  private int columns;

  /** The parts of the points, {@code [point]}. */
  double[] part = new double[0];

  /** The prices of the pools. */
  final double[] price;

  /** The relative change of the level. */
  double rise;

  /** The objective. */
  double value;

  /** Whether a pool lacks workers at its highest price, or has some left above its lowest one. */
  boolean onEdge;

  BoxedMaster(int pools) {
    this.pools = pools;
    price = new double[pools];
  }

  /**
   * Solves the program.
   *
   * @param use the workers that each point uses, {@code [point][pool]}, in parts of the pool
   * @param points the number of points, at least 1
   * @param slope the use of another level, {@code [pool]}
   * @param free what is left for the points, {@code [pool]}
   * @param most the largest change of the level, at least 0; may be infinite
   * @param low the lowest prices, {@code [pool]}
   * @param high the highest prices, {@code [pool]}
   * @param floor prices at which workers may be left, {@code [pool]}
   */
  void solve(
      double[][] use,
      int points,
      double[] slope,
      double[] free,
      double most,
      double[] low,
      double[] high,
      double[] floor) {
    double unit = unit(use, points, free);
    build(use, points, slope, free, low, high, unit);
    limit(points, most / unit);
    int steps = 40 * (pools + points + 8);
    for (int i = 0; i < steps && pivot(i > steps / 2); i++) {}
    read(points, unit, low, floor);
  }

  /** Points differ by next to nothing where few jobs are open: this is the unit of the rows. */
  private double unit(double[][] use, int points, double[] free) {
    double unit = 0;
    for (int k = 0; k < pools; k++) {
      unit = Math.max(unit, Math.abs(free[k] - use[0][k]));
      for (int i = 1; i < points; i++) {
        unit = Math.max(unit, Math.abs(use[i][k] - use[0][k]));
      }
    }
    return unit == 0 ? 1 : unit;
  }

  private void build(
      double[][] use,
      int points,
      double[] slope,
      double[] free,
      double[] low,
      double[] high,
      double unit) {
    columns = points + 3 + 2 * pools;
    if (table.length == 0 || table[0].length < columns + 1) {
      table = new double[pools + 3][columns + 1 + 8];
      basic = new int[pools + 2];
    }
    for (double[] row : table) {
      Arrays.fill(row, 0);
    }
    double[] gain = table[pools + 2]; // reduced costs
    gain[points] = 1;
    gain[points + 1] = -1;
    for (int k = 0; k < pools; k++) {
      double[] row = table[k];
      double left = (free[k] - use[0][k]) / unit;
      double sign = left < 0 ? -1 : 1;
      for (int i = 1; i < points; i++) {
        row[i] = sign * (use[i][k] - use[0][k]) / unit;
      }
      row[points] = sign * slope[k];
      row[points + 1] = -sign * slope[k];
      row[points + 2 + k] = -sign;
      row[points + 2 + pools + k] = sign;
      row[columns] = sign * left;
      basic[k] = points + 2 + k + (left < 0 ? 0 : pools);
      gain[points + 2 + k] = -high[k];
      gain[points + 2 + pools + k] = low[k];
    }
    Arrays.fill(table[pools], 0, points, 1);
    table[pools][columns] = 1;
    basic[pools] = 0;
    for (int k = 0; k < pools; k++) {
      subtract(gain, gain[basic[k]], table[k]);
    }
  }

  /** The row of the level's limit; its slack is the last column. */
  private void limit(int points, double most) {
    boolean limited = most < Double.POSITIVE_INFINITY;
    double[] row = table[pools + 1];
    row[points] = limited ? 1 : 0;
    row[points + 1] = limited ? -1 : 0;
    row[columns - 1] = 1;
    row[columns] = limited ? most : 1;
    basic[pools + 1] = columns - 1;
  }

  private void subtract(double[] from, double factor, double[] row) {
    if (factor != 0) {
      for (int c = 0; c <= columns; c++) {
        from[c] -= factor * row[c];
      }
    }
  }

  /** One step; false if there is none. */
  private boolean pivot(boolean cautious) {
    double[] gain = table[pools + 2];
    int enters = -1;
    double best = ROUNDING;
    for (int c = 0; c < columns && !(cautious && enters >= 0); c++) {
      if (gain[c] > best) {
        best = gain[c];
        enters = c;
      }
    }
    if (enters < 0) {
      return false;
    }
    int leaves = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= pools + 1; i++) {
      double a = table[i][enters];
      if (a > LEAST_PIVOT) {
        double ratio = Math.max(0, table[i][columns]) / a;
        if (ratio < least || (ratio == least && basic[i] < basic[leaves])) {
          least = ratio;
          leaves = i;
        }
      }
    }
    if (leaves < 0) {
      gain[enters] = 0; // rounding only: the prices lie in a box
      return true;
    }
    double[] row = table[leaves];
    double pivot = row[enters];
    for (int c = 0; c <= columns; c++) {
      row[c] /= pivot;
    }
    for (int i = 0; i <= pools + 2; i++) {
      if (i != leaves) {
        subtract(table[i], table[i][enters], row);
      }
    }
    basic[leaves] = enters;
    return true;
  }

  private void read(int points, double unit, double[] low, double[] floor) {
    if (part.length < points) {
      part = new double[points + 8];
    }
    Arrays.fill(part, 0);
    rise = 0;
    value = -table[pools + 2][columns] * unit;
    onEdge = false;
    double sum = 0;
    for (int i = 0; i <= pools + 1; i++) {
      double value = Math.max(0, table[i][columns]);
      int c = basic[i];
      if (c < points) {
        part[c] = value;
        sum += value;
      } else if (c < points + 2) {
        rise += (c == points ? 1 : -1) * value * unit;
      } else if (c < columns - 1) {
        int k = (c - points - 2) % pools;
        boolean over = c < points + 2 + pools;
        onEdge |= value * unit > 1e-13 && (over || low[k] > floor[k]);
      }
    }
    for (int i = 0; i < points; i++) {
      part[i] /= sum;
    }
    for (int k = 0; k < pools; k++) {
      price[k] = low[k] - table[pools + 2][points + 2 + pools + k];
    }
  }
}
