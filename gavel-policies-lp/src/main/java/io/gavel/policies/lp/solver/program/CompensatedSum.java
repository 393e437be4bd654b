package io.gavel.policies.lp.solver.program;

/**
 * A sum of numbers and products as if in twice the working precision: prices of rows may be large
 * numbers that cancel each other. Mutable.
 */
final class CompensatedSum {

  private double sum;

  /** What rounding took from the sum. */
  private double rest;

  /** Makes the sum 0. */
  CompensatedSum clear() {
    sum = 0;
    rest = 0;
    return this;
  }

  CompensatedSum add(double a) {
    double next = sum + a;
    double part = next - sum;
    rest += (sum - (next - part)) + (a - part);
    sum = next;
    return this;
  }

  CompensatedSum addProduct(double a, double b) {
    double product = a * b;
    add(product);
    rest += Math.fma(a, b, -product);
    return this;
  }

  double value() {
    return sum + rest;
  }

  double sum() {
    return sum;
  }

  double rest() {
    return rest;
  }
}
