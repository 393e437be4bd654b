package io.gavel.policies.snapshot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Doubles as text and back, bit for bit. The text of a double is the same on every Java release,
 * unlike that of {@link Double#toString}: the nearest decimal number of 15 digits, or 16, or 17,
 * whichever is the first that is read back as the same double.
 */
final class Numbers {

  /** Decimal numbers of so many digits are distinct doubles; a whole number below has no more. */
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

  /** Reads what {@link #text} writes, and other decimal numbers; NaN if it is none or too large. */
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
