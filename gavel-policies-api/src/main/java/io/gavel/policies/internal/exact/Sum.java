package io.gavel.policies.internal.exact;

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
