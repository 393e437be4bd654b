package io.gavel.policies.lp.solver.internal.coefficients;

import io.gavel.policies.internal.Rounding;

/**
 * A sum of numbers and products as if in twice the working precision: prices of rows may be large
 * numbers that cancel each other. Mutable.
 */
public final class CompensatedSum {

  private double sum;

  /** What rounding took from the sum. */
  private double rest;

  /** Makes the sum 0. */
  public CompensatedSum clear() {
    sum = 0;
    rest = 0;
    return this;
  }

  /** Adds a number. */
  public CompensatedSum add(double a) {
    double next = sum + a;
    rest += Rounding.ofSum(sum, a, next);
    sum = next;
    return this;
  }

  /** Adds a product. */
  public CompensatedSum addProduct(double a, double b) {
    double product = a * b;
    add(product);
    rest += Math.fma(a, b, -product);
    return this;
  }

  /** {@return the sum with its rest; not finite if a part of it was not} */
  public double value() {
    return Double.isNaN(rest) ? sum : sum + rest;
  }

  /** {@return the sum in working precision} */
  public double sum() {
    return sum;
  }

  /** {@return what rounding took from {@link #sum}} */
  public double rest() {
    return rest;
  }
}
