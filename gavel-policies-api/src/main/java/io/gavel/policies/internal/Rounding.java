package io.gavel.policies.internal;

/** Returns what rounding takes from a result, which is a double itself. Stateless. */
public final class Rounding {

  /** The rounding of a sum of 2^26 terms of any sign, relative to the sum of their sizes. */
  private static final double DOUBT = 0x1p-26;

  private Rounding() {}

  /**
   * Returns what rounding took from a sum (Knuth's two-sum).
   *
   * @param a the first term
   * @param b the second term
   * @param sum {@code a + b} in double arithmetic
   * @return {@code a + b - sum} in exact arithmetic, unless a number overflows
   */
  public static double ofSum(double a, double b, double sum) {
    double part = sum - a;
    return (a - (sum - part)) + (b - part);
  }

  /**
   * Returns a bound on a sum in exact arithmetic.
   *
   * @param sum of up to 2<sup>26</sup> terms in double arithmetic
   * @param lost the sum of what rounding {@linkplain #ofSum took from it}, also rounded
   * @param size the sum of the sizes of these errors
   * @return at least the exact sum; equal to {@code sum} if nothing was rounded
   */
  public static double upperBound(double sum, double lost, double size) {
    double most = lost + DOUBT * size;
    return most > 0 ? Math.nextUp(sum + most) : sum;
  }
}
