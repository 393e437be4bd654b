package io.gavel.policies.internal.exact;

import io.gavel.policies.statement.Rational;

/**
 * A compensated sum with a bound on its error, which is about the square of the number of terms
 * times 2<sup>-105</sup> of the sum of their sizes. It decides most of what an {@link ExactSum}
 * decides, in a fraction of the time. Mutable; for one thread.
 */
public final class RoundedSum implements Sum {

  /**
   * More than what a product and its rounding lose if they underflow; a normal number, for speed.
   */
  private static final double UNDERFLOW = 0x1p-1000;

  /** The largest size for which nothing has overflowed. */
  private static final double MOST = Double.MAX_VALUE / 4;

  private double sum;

  /** What rounding took from the sum. */
  private double rest;

  /** The sum of the sizes of the terms. */
  private double size;

  private int terms;

  /** A sum of no terms. */
  public RoundedSum() {}

  @Override
  public RoundedSum addProducts(double[] a, double[] b, int count) {
    double s = sum; // in registers: this is the loop that checking a proof runs
    double r = rest;
    double abs = size;
    for (int i = 0; i < count; i++) {
      double product = a[i] * b[i];
      double next = s + product;
      double part = next - s;
      r += (s - (next - part)) + (product - part) + Math.fma(a[i], b[i], -product);
      s = next;
      abs += Math.abs(product);
    }
    sum = s;
    rest = r;
    size = abs;
    terms += count;
    return this;
  }

  @Override
  public RoundedSum addProduct(double a, double b) {
    return addProducts(new double[] {a}, new double[] {b}, 1);
  }

  @Override
  public RoundedSum add(double a) {
    return addProduct(a, 1);
  }

  /**
   * Sets the sum to 0.
   *
   * @return this
   */
  public RoundedSum clear() {
    sum = 0;
    rest = 0;
    size = 0;
    terms = 0;
    return this;
  }

  /**
   * Whether {@link #lower} and {@link #upper} exist.
   *
   * @return false if a term is too large for them
   */
  public boolean isBounded() {
    return size < MOST;
  }

  /**
   * A value that the sum is not below.
   *
   * @return at most the exact sum
   */
  public Rational lower() {
    return middle().minus(Rational.of(error(size, terms)));
  }

  /**
   * A value that the sum does not exceed.
   *
   * @return at least the exact sum
   */
  public Rational upper() {
    return middle().plus(Rational.of(error(size, terms)));
  }

  /**
   * Which of two sums is larger, as far as their errors allow.
   *
   * @param other another sum
   * @return the sign of this minus the other sum; 0 if there is a doubt
   */
  public int compareClearly(RoundedSum other) {
    double difference = (sum - other.sum) + (rest - other.rest);
    double sizes = size + other.size;
    double error = error(sizes, terms + other.terms);
    return sizes < MOST && Math.abs(difference) > error ? (int) Math.signum(difference) : 0;
  }

  private Rational middle() {
    return Rational.of(sum).plus(Rational.of(rest));
  }

  /**
   * A term leaves rounding errors of at most 2^-53 of its size and of the sum before it. Their sum
   * has four roundings a term, each of at most 2^-53 of all errors so far.
   */
  private static double error(double size, int terms) {
    double roundings = terms + 2.0;
    return roundings * roundings * 0x1p-102 * size + terms * UNDERFLOW;
  }
}
