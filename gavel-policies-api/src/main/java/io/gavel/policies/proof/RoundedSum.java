package io.gavel.policies.proof;

import io.gavel.policies.internal.Rounding;

/**
 * A compensated sum of products with a bound on its error, which is about the square of the number
 * of terms times 2<sup>-105</sup> of the sum of their sizes. It decides most comparisons that
 * {@link ExactSum}s decide, in a fraction of the time. Mutable.
 */
final class RoundedSum {

  /**
   * An upper bound on the loss of a product and its rounding by underflow; a normal number, for
   * speed.
   */
  private static final double UNDERFLOW = 0x1p-1000;

  private double sum;

  /** The accumulated rounding error of the sum. */
  private double rest;

  /** The sum of the sizes of the terms. */
  private double size;

  private int terms;

  /** Adds {@code Σ a_i b_i} of so many finite numbers. */
  void addProducts(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      addProduct(a[i], b[i]);
    }
  }

  /** Adds a product of finite numbers. */
  void addProduct(double a, double b) {
    double product = a * b;
    double next = sum + product;
    rest += Rounding.ofSum(sum, product, next) + Math.fma(a, b, -product);
    sum = next;
    size += Math.abs(product);
    terms++;
  }

  /** Returns whether the exact sum is below 0; false also where the error leaves a doubt. */
  boolean isNegative() {
    return sum + rest < -error();
  }

  /** Sets the sum to {@code a b + c d}. */
  void set(double a, double b, double c, double d) {
    double first = a * b;
    double second = c * d;
    sum = first + second;
    rest = Rounding.ofSum(first, second, sum);
    rest += Math.fma(a, b, -first) + Math.fma(c, d, -second);
    size = Math.abs(first) + Math.abs(second);
    terms = 2;
  }

  void set(RoundedSum other) {
    sum = other.sum;
    rest = other.rest;
    size = other.size;
    terms = other.terms;
  }

  void clear() {
    set(0, 0, 0, 0);
    terms = 0;
  }

  /**
   * Returns the difference, which has the sign of the exact one if it is not below the two errors.
   */
  double minus(RoundedSum other) {
    return (sum - other.sum) + (rest - other.rest);
  }

  /**
   * A term leaves rounding errors of at most 2^-53 of its size and of the sum before it. Their sum
   * has four roundings a term, each of at most 2^-53 of all errors so far. Infinite if a term is
   * too large.
   */
  double error() {
    double roundings = terms + 2.0;
    return roundings * roundings * 0x1p-102 * size + terms * UNDERFLOW;
  }
}
