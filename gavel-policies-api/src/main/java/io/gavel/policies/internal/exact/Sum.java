package io.gavel.policies.internal.exact;

import io.gavel.policies.statement.Rational;

/** A sum of doubles and of products of two doubles that says how exact it is. */
public interface Sum {

  /**
   * Adds a product.
   *
   * @param a finite
   * @param b finite
   * @return this
   */
  Sum addProduct(double a, double b);

  /**
   * Adds a number.
   *
   * @param a finite
   * @return this
   */
  default Sum add(double a) {
    return addProduct(a, 1);
  }

  /**
   * Whether {@link #lower} and {@link #upper} exist.
   *
   * @return false if a term is too large for them
   */
  boolean isBounded();

  /**
   * A value that the sum is not below.
   *
   * @return at most the exact sum
   */
  Rational lower();

  /**
   * A value that the sum does not exceed.
   *
   * @return at least the exact sum
   */
  Rational upper();
}
