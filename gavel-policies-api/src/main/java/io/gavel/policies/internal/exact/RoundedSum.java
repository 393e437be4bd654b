package io.gavel.policies.internal.exact;

import io.gavel.policies.statement.Rational;

/**
 * A compensated sum with a bound on its error, which is about the square of the number of terms
 * times 2<sup>-105</sup> of the sum of their sizes. It decides most signs that an {@link ExactSum}
 * decides, in a fraction of the time. Mutable; for one thread.
 */
public final class RoundedSum implements Sum {

  /**
   * An upper bound on the loss of a product and its rounding by underflow; a normal number, for
   * speed.
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

  /** Errors that terms had before they were added. */
  private double doubt;

  /** Creates a sum of no terms. */
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

  /**
   * Sets the sum to {@code a b + c d}.
   *
   * @param a finite
   * @param b finite
   * @param c finite
   * @param d finite
   */
  public void set(double a, double b, double c, double d) {
    double first = a * b;
    double second = c * d;
    sum = first + second;
    double part = sum - first;
    rest = (first - (sum - part)) + (second - part);
    rest += Math.fma(a, b, -first) + Math.fma(c, d, -second);
    size = Math.abs(first) + Math.abs(second);
    terms = 2;
    doubt = 0;
  }

  /**
   * Sets the sum to another one.
   *
   * @param other any sum; it is not changed
   */
  public void set(RoundedSum other) {
    sum = other.sum;
    rest = other.rest;
    size = other.size;
    terms = other.terms;
    doubt = other.doubt;
  }

  /**
   * Adds the largest of some compensated sums of products, as far as their errors allow.
   *
   * @param value the sum
   * @param rounding what rounding took from it
   * @param sizes the sum of the sizes of the products of all
   * @param count the number of products of each
   */
  public void addTwofold(double value, double rounding, double sizes, int count) {
    double next = sum + value;
    double part = next - sum;
    rest += (sum - (next - part)) + (value - part) + rounding;
    sum = next;
    size += sizes;
    terms++;
    doubt += 2 * error(sizes, count);
  }

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
  public RoundedSum add(double a) {
    return addProduct(a, 1);
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public void allowFor(double error) {
    doubt += error;
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
    doubt = 0;
    return this;
  }

  /**
   * Returns whether {@link #lower} and {@link #upper} exist.
   *
   * @return false if a term is too large for them
   */
  public boolean isBounded() {
    return size + doubt < MOST;
  }

  /**
   * Returns a value that the sum is not below.
   *
   * @return at most the exact sum
   */
  public Rational lower() {
    return middle().minus(Rational.of(error()));
  }

  /**
   * Returns a value that the sum does not exceed.
   *
   * @return at least the exact sum
   */
  public Rational upper() {
    return middle().plus(Rational.of(error()));
  }

  /**
   * Returns the difference to another sum.
   *
   * @param other the number to subtract
   * @return this minus the other sum, rounded; off by no more than the errors of the two
   */
  public double minus(RoundedSum other) {
    return (sum - other.sum) + (rest - other.rest);
  }

  /**
   * Returns whether the exact sum is known to be above or below 0.
   *
   * @return false if its error leaves a doubt, or a term is too large
   */
  public boolean hasSign() {
    return isBounded() && middle().abs().compareTo(Rational.of(error())) > 0;
  }

  /** {@return the largest error of the sum; not finite if a term is too large} */
  public double error() {
    return error(size, terms) + doubt;
  }

  /**
   * A term leaves rounding errors of at most 2^-53 of its size and of the sum before it. Their sum
   * has four roundings a term, each of at most 2^-53 of all errors so far.
   */
  private static double error(double size, int terms) {
    double roundings = terms + 2.0;
    return roundings * roundings * 0x1p-102 * size + terms * UNDERFLOW;
  }

  private Rational middle() {
    return Rational.of(sum).plus(Rational.of(rest));
  }
}
