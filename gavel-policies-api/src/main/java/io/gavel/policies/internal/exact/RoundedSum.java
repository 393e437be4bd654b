package io.gavel.policies.internal.exact;

import io.gavel.policies.statement.Rational;

/**
 * A compensated sum with a bound on its error, which is about the square of the number of terms
 * times 2<sup>-105</sup> of the sum of their sizes. It decides most of what an {@link ExactSum}
 * decides, in a fraction of the time. Mutable; for one thread.
 */
public final class RoundedSum implements Sum {

  /** More than a product and its rounding lose if they underflow. */
  private static final double UNDERFLOW = 0x1p-1060;

  private double sum;

  /** What rounding took from the sum. */
  private double rest;

  /** The sum of the sizes of the terms. */
  private double size;

  private int terms;

  /** A sum of no terms. */
  public RoundedSum() {}

  @Override
  public RoundedSum addProduct(double a, double b) {
    double product = a * b;
    double next = sum + product;
    double part = next - sum;
    rest += (sum - (next - part)) + (product - part) + Math.fma(a, b, -product);
    sum = next;
    size += Math.abs(product);
    terms++;
    return this;
  }

  @Override
  public boolean isBounded() {
    return size < Double.MAX_VALUE / 4; // so that nothing has overflowed
  }

  @Override
  public Rational lower() {
    return middle().minus(error());
  }

  @Override
  public Rational upper() {
    return middle().plus(error());
  }

  private Rational middle() {
    return Rational.of(sum).plus(Rational.of(rest));
  }

  /**
   * A term leaves rounding errors of at most 2^-53 of its size and of the sum before it. Their sum
   * has four roundings a term, each of at most 2^-53 of all errors so far.
   */
  private Rational error() {
    double roundings = terms + 2.0;
    return Rational.of(roundings * roundings * 0x1p-102 * size + terms * UNDERFLOW);
  }
}
