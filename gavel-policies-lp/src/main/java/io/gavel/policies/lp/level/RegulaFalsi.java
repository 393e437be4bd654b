package io.gavel.policies.lp.level;

import java.util.function.DoubleUnaryOperator;

/**
 * The false position method in the variant of Illinois, with a bisection every few steps: exact in
 * a few steps for functions that are linear piece by piece, and never much slower than halving.
 */
final class RegulaFalsi {

  /** An interval of this part of its upper end is as good as a point. */
  private static final double ROUNDING = 1e-15;

  /** How often the interval is halved, so that it shrinks whatever the function does. */
  private static final int HALVING = 4;

  private RegulaFalsi() {}

  /**
   * A number at which a rising function is at least 0, and hardly more, or as near to its root as
   * numbers go.
   *
   * @param from where the function may be below 0; if it is not, this is the answer
   * @param to where the function is at least 0
   * @param accuracy the most that the function need be
   */
  static double rightOfRoot(DoubleUnaryOperator rising, double from, double to, double accuracy) {
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
      if (!(middle > low && middle < high)) { // there is no number between
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
