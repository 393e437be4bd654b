package io.gavel.policies.internal.exact;

import io.gavel.policies.internal.Ranges;

/** Takes doubles and products of two doubles to be added up. */
public interface Sum {

  /**
   * Adds products of two numbers.
   *
   * @param a factors, {@code [i]}, finite
   * @param b factors, {@code [i]}, finite
   * @param count how many of them to multiply and add
   * @return this
   */
  Sum addProducts(double[] a, double[] b, int count);

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
  Sum add(double a);

  /** Adds terms to a sum. */
  @FunctionalInterface
  interface Terms {

    /**
     * Adds the terms of a range.
     *
     * @param sum the sum, of the same type
     * @param from the first index
     * @param to the index after the last
     */
    void addTo(Sum sum, int from, int to);
  }

  /**
   * Adds terms, of which a sum that is not exact may add up ranges beside each other.
   *
   * @param count the number of terms
   * @param ranges runs passes over them
   * @param terms adds the terms of a range
   */
  void addRanges(int count, Ranges ranges, Terms terms);

  /** {@return whether the sum is exact, so that its terms must be, too} */
  boolean isExact();

  /**
   * Allows for an error that terms had before they were added. Has no effect on an exact sum, whose
   * terms have none.
   *
   * @param error at least 0
   */
  void allowFor(double error);
}
