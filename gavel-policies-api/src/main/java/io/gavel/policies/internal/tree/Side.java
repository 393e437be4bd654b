package io.gavel.policies.internal.tree;

import io.gavel.policies.internal.Rounding;

/** The side on which results of arithmetic with numbers that are at least 0 err. */
public enum Side {
  /** Rounded down. */
  DOWN,
  /** Rounded up. */
  UP;

  /** Far more than the roundings of a few operations. */
  private static final double ROUNDING = 0x1p-49;

  /** Outside of this range, a result may have underflowed or overflowed. */
  private static final double SAFE = 0x1p-900;

  Side other() {
    return this == UP ? DOWN : UP;
  }

  /** Returns a bound on the exact result of a few operations, from their rounded result above 0. */
  double bound(double result) {
    return result >= SAFE && result <= 1 / SAFE
        ? result * (this == UP ? 1 + ROUNDING : 1 - ROUNDING)
        : this == UP ? Double.POSITIVE_INFINITY : 0;
  }

  double quotient(double a, double b) {
    return a == 0 || b == Double.POSITIVE_INFINITY ? 0 : bound(a / b);
  }

  double product(double a, double b) {
    return a == 0 || b == 0 ? 0 : bound(a * b);
  }

  /** Returns the sums of the first terms, {@code [number of terms]}. */
  double[] sums(double[] terms) {
    double[] sums = new double[terms.length + 1];
    double sum = 0;
    double rest = 0;
    for (int i = 0; i < terms.length; i++) {
      double next = sum + terms[i];
      rest += Rounding.ofSum(sum, terms[i], next);
      sum = next;
      sums[i + 1] = sum == 0 ? 0 : bound(sum + rest);
    }
    return sums;
  }
}
