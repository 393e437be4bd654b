package io.gavel.policies.internal;

/** Returns what rounding takes from a result, which is a double itself. Stateless. */
public final class Rounding {

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
}
