package io.gavel.policies.lp.solver;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The simplex method on a dense dictionary in twofold (double-double) arithmetic, of about 32
 * digits: {@code maximise gain · x such that rows · x ≤ limit, x ≥ 0}. Each basic variable, and in
 * the last row the objective, is its last entry minus the sum of its other entries times the
 * nonbasic variables. Mutable.
 */
final class TwofoldTableau {

  /** What elimination leaves of numbers near 1 that cancel. */
  private static final double ROUNDING = 1e-21;

  /** The steps by the largest gain, per row; then the first positive one, so that it ends. */
  private static final int STEEPEST_STEPS = 4;

  private final int height;
  private final int width;

  /** The numbers, {@code [row][column]}; the last row has the gains and the last column limits. */
  private final double[][] high;

  /** What rounding took from each number. */
  private final double[][] low;

  /** The variable of each row: columns first, then slacks. */
  private final int[] basic;

  private final int[] nonbasic;

  /** The last quotient, and what rounding took from it. */
  private double quotient;

  private double quotientLow;

  TwofoldTableau(double[][] rows, double[] limit, double[] gain) {
    height = rows.length;
    width = gain.length;
    high = new double[height + 1][width + 1];
    low = new double[height + 1][width + 1];
    for (int i = 0; i < height; i++) {
      System.arraycopy(rows[i], 0, high[i], 0, width);
      high[i][width] = limit[i];
    }
    Arrays.setAll(high[height], c -> c < width ? 0.0 - gain[c] : 0);
    basic = IntStream.range(width, width + height).toArray();
    nonbasic = IntStream.range(0, width).toArray();
  }

  /**
   * Finds an optimum.
   *
   * @return whether there is one within the given number of steps
   */
  boolean solve(int mostSteps) {
    int steps = 0;
    for (int i = violated(); i >= 0; i = violated()) { // with all gains taken for 0
      int c = first(i);
      if (c < 0 || ++steps > mostSteps) {
        return false;
      }
      pivot(i, c);
    }
    int steepest = STEEPEST_STEPS * height;
    for (int c = entering(steps < steepest); c >= 0; c = entering(steps < steepest)) {
      int i = leaving(c);
      if (i < 0 || ++steps > mostSteps) {
        return false;
      }
      pivot(i, c);
    }
    return true;
  }

  private int violated() {
    int violated = -1;
    for (int i = 0; i < height; i++) {
      boolean earlier = violated < 0 || basic[i] < basic[violated];
      violated = high[i][width] < 0 && earlier ? i : violated;
    }
    return violated;
  }

  private int first(int i) {
    int first = -1;
    for (int c = 0; c < width; c++) {
      boolean earlier = first < 0 || nonbasic[c] < nonbasic[first];
      first = high[i][c] < 0 && earlier ? c : first;
    }
    return first;
  }

  private int entering(boolean steepest) {
    int entering = -1;
    for (int c = 0; c < width; c++) {
      if (high[height][c] < 0) {
        boolean better =
            entering < 0
                || (steepest
                    ? high[height][c] < high[height][entering]
                    : nonbasic[c] < nonbasic[entering]);
        entering = better ? c : entering;
      }
    }
    return entering;
  }

  /** Returns the row that limits a variable first; ties go to the row of the first variable. */
  private int leaving(int c) {
    int leaving = -1;
    double least = 0;
    double leastLow = 0;
    for (int i = 0; i < height; i++) {
      if (high[i][c] > 0) {
        divide(high[i][width], low[i][width], high[i][c], low[i][c]);
        double difference = (quotient - least) + (quotientLow - leastLow);
        double larger = Math.max(Math.abs(quotient), Math.abs(least));
        boolean tie = Math.abs(difference) <= ROUNDING * larger;
        if (leaving < 0 || (tie ? basic[i] < basic[leaving] : difference < 0)) {
          leaving = i;
          least = quotient;
          leastLow = quotientLow;
        }
      }
    }
    return leaving;
  }

  private void pivot(int r, int s) {
    divide(1, 0, high[r][s], low[r][s]);
    double inverse = quotient;
    double inverseLow = quotientLow;
    high[r][s] = 1;
    low[r][s] = 0;
    for (int c = 0; c <= width; c++) {
      if (high[r][c] != 0) {
        set(r, c, 0, 0, -inverse, -inverseLow, high[r][c], low[r][c]);
      }
    }
    for (int i = 0; i <= height; i++) {
      double factor = high[i][s];
      double factorLow = low[i][s];
      if (i != r && factor != 0) {
        high[i][s] = 0;
        low[i][s] = 0;
        for (int c = 0; c <= width; c++) {
          if (high[r][c] != 0) {
            set(i, c, high[i][c], low[i][c], factor, factorLow, high[r][c], low[r][c]);
          }
        }
      }
    }
    int entering = nonbasic[s];
    nonbasic[s] = basic[r];
    basic[r] = entering;
  }

  /** Sets an entry to {@code a − b · c}; the residue of terms that cancel is 0. */
  private void set(
      int i, int column, double a, double aLow, double b, double bLow, double c, double cLow) {
    double product = b * c;
    double productLow = Math.fma(b, c, -product) + (b * cLow + bLow * c);
    double sum = a - product;
    double part = sum - a;
    double rest = (a - (sum - part)) - (product + part) + (aLow - productLow);
    double value = sum + rest;
    boolean cancelled = Math.abs(value) <= ROUNDING * Math.abs(product);
    high[i][column] = cancelled ? 0 : value;
    low[i][column] = cancelled ? 0 : rest - (value - sum);
  }

  private void divide(double a, double aLow, double b, double bLow) {
    double first = a / b;
    double rest = a - first * b - Math.fma(first, b, -(first * b)) + (aLow - first * bLow);
    double second = rest / b;
    quotient = first + second;
    quotientLow = second - (quotient - first);
  }

  /** Returns the values of the columns. */
  double[] point() {
    double[] x = new double[width];
    for (int i = 0; i < height; i++) {
      if (basic[i] < width) {
        x[basic[i]] = high[i][width];
      }
    }
    return x;
  }

  /** Returns the prices of the rows. */
  double[] prices() {
    double[] price = new double[height];
    for (int c = 0; c < width; c++) {
      if (nonbasic[c] >= width) {
        price[nonbasic[c] - width] = high[height][c];
      }
    }
    return price;
  }
}
