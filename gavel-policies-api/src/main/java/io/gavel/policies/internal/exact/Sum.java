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
}
