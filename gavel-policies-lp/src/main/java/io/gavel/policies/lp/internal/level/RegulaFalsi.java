package io.gavel.policies.lp.internal.level;

import java.util.function.DoubleUnaryOperator;

/**
 * The false position method, Illinois variant, with a bisection every few steps. It is exact in a
 * few steps for piecewise linear functions, and never much slower than bisection.
 */
public final class RegulaFalsi {

  /** The relative length at which an interval counts as a point. */
  private static final double ROUNDING = 1e-15;

  /** The number of steps between bisections, which shrink the interval for every function. */
  private static final int HALVING = 4;

  private RegulaFalsi() {}

  /**
   * Returns a number at which an increasing function is at least 0 and at most the accuracy, or the
   * closest number to the right of its root.
   *
   * @param from the lower end; it is returned if the function is at least 0 there
   * @param to the upper end, where the function is at least 0
   * @param accuracy the value of the function at which the search stops
   */
  public static double rightOfRoot(
      DoubleUnaryOperator rising, double from, double to, double accuracy) {
    double low = from;
    double high = to;
    double atLow = rising.applyAsDouble(low);
    if (atLow >= 0) {
      return low;
    }
    double atHigh = rising.applyAsDouble(high);
    double last = atHigh;
    int side = 0;
    for (int i = 1; last > accuracy && high - low > ROUNDING * Math.abs(high); i++) {
      double wanted = accuracy / 2; // on the right side, even if rounded
      double middle = high - (atHigh - wanted) / (atHigh - atLow) * (high - low);
      if (i % HALVING == 0 || !(middle > low && middle < high)) {
        middle = low + (high - low) / 2;
      }
      if (!(middle > low && middle < high)) { // the ends are adjacent numbers
        return high;
      }
      double value = rising.applyAsDouble(middle);
      if (value >= 0) {
        high = middle;
        last = value;
        atHigh = value;
        atLow = side > 0 ? atLow / 2 : atLow;
        side = 1;
      } else {
        low = middle;
        atLow = value;
        atHigh = side < 0 ? atHigh / 2 : atHigh;
        side = -1;
      }
    }
    return high;
  }
}
