package io.gavel.policies.snapshot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Converts doubles to text and back, bit for bit. Unlike {@link Double#toString}, the text is the
 * same on every Java release: the nearest decimal number with 15, 16 or 17 digits, the fewest that
 * parse to the same double.
 */
final class Numbers {

  /**
   * Decimal numbers with this many digits are distinct doubles; integers below {@link #SAFE_WHOLE}
   * have no more digits.
   */
  private static final int SAFE_DIGITS = 15;

  private static final double SAFE_WHOLE = 1e15;
  private static final int MOST_DIGITS = 17;

  private Numbers() {}

  static String text(double value) {
    if (!Double.isFinite(value)) {
      return value > 0 ? "inf" : value < 0 ? "-inf" : "nan";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    if (Math.abs(value) < SAFE_WHOLE && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    BigDecimal exact = new BigDecimal(value);
    for (int digits = SAFE_DIGITS; ; digits++) {
      String text =
          exact
              .round(new MathContext(digits, RoundingMode.HALF_EVEN))
              .stripTrailingZeros()
              .toString();
      if (digits == MOST_DIGITS || Double.parseDouble(text) == value) {
        return text;
      }
    }
  }

  /**
   * Parses the output of {@link #text} and other decimal numbers; NaN if the text is not a number
   * or too large.
   */
  static double parse(String text) {
    if (text.equals("inf") || text.equals("-inf")) {
      return text.equals("inf") ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    if (text.isEmpty() || !text.chars().allMatch(c -> "0123456789+-.eE".indexOf(c) >= 0)) {
      return Double.NaN;
    }
    try {
      double value = Double.parseDouble(text);
      return Double.isFinite(value) ? value : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
