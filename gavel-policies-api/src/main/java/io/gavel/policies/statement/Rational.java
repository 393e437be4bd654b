package io.gavel.policies.statement;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * An exact fraction of two integers in lowest terms. Immutable.
 *
 * <p>{@link #toString} gives the fraction, {@link #toText} a short decimal that is not less.
 */
public final class Rational implements Comparable<Rational> {

  /** The number 0. */
  public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);

  /** The number 1. */
  public static final Rational ONE = new Rational(BigInteger.ONE, BigInteger.ONE);

  /** The bits of the significand of a double. */
  private static final int PRECISION = 53;

  private final BigInteger numerator;
  private final BigInteger denominator;

  private Rational(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /**
   * Returns a fraction.
   *
   * @param numerator any integer
   * @param denominator any integer but 0
   * @return the fraction in lowest terms
   * @throws ArithmeticException if the denominator is 0
   */
  public static Rational of(BigInteger numerator, BigInteger denominator) {
    if (denominator.signum() == 0) {
      throw new ArithmeticException("%s / 0 is not a number".formatted(numerator));
    }
    if (denominator.bitCount() == 1 && denominator.signum() > 0) {
      return dyadic(numerator, 1 - denominator.bitLength());
    }
    BigInteger divisor = numerator.gcd(denominator);
    BigInteger signed = denominator.signum() < 0 ? divisor.negate() : divisor;
    return new Rational(numerator.divide(signed), denominator.divide(signed));
  }

  /**
   * Returns a fraction.
   *
   * @param numerator any integer
   * @param denominator any integer but 0
   * @return the fraction in lowest terms
   */
  public static Rational of(long numerator, long denominator) {
    return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /**
   * Returns the exact value of a double.
   *
   * @param value finite
   * @return a fraction whose denominator is a power of 2
   * @throws ArithmeticException if the value is not finite
   */
  public static Rational of(double value) {
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("%s is not a fraction".formatted(value));
    }
    long bits = Double.doubleToLongBits(value);
    int biased = (int) (bits >>> 52) & 0x7ff;
    long fraction = bits & 0x000f_ffff_ffff_ffffL;
    long significand = biased == 0 ? fraction : fraction | 0x0010_0000_0000_0000L;
    return dyadic(
        BigInteger.valueOf(bits < 0 ? -significand : significand), Math.max(biased, 1) - 1075);
  }

  /**
   * Returns an integer times a power of 2.
   *
   * @param factor any integer
   * @param exponent of 2
   * @return {@code factor · 2^exponent}
   */
  public static Rational dyadic(BigInteger factor, int exponent) {
    if (factor.signum() == 0) {
      return ZERO;
    }
    int even = factor.getLowestSetBit();
    BigInteger odd = factor.shiftRight(even);
    int left = exponent + even;
    return left >= 0
        ? new Rational(odd.shiftLeft(left), BigInteger.ONE)
        : new Rational(odd, BigInteger.ONE.shiftLeft(-left));
  }

  /** {@return the numerator, in lowest terms; it has the sign of the number} */
  public BigInteger numerator() {
    return numerator;
  }

  /** {@return the denominator, in lowest terms, above 0} */
  public BigInteger denominator() {
    return denominator;
  }

  /**
   * Returns the sum.
   *
   * @param other any number
   * @return {@code this + other}
   */
  public Rational plus(Rational other) {
    return of(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  /**
   * Returns the difference.
   *
   * @param other any number
   * @return {@code this − other}
   */
  public Rational minus(Rational other) {
    return plus(other.negated());
  }

  /**
   * Returns the product.
   *
   * @param other any number
   * @return {@code this · other}
   */
  public Rational times(Rational other) {
    return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  /**
   * Returns the quotient.
   *
   * @param other any number but 0
   * @return {@code this / other}
   * @throws ArithmeticException if the other number is 0
   */
  public Rational dividedBy(Rational other) {
    return of(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  /**
   * Returns the least double that is not below a quotient, which is not brought to lowest terms.
   *
   * @param divisor above 0
   * @return {@code this / divisor}, rounded up
   */
  public double ceilOfQuotient(Rational divisor) {
    return new Rational(
            numerator.multiply(divisor.denominator), denominator.multiply(divisor.numerator))
        .ceil();
  }

  /** {@return this number with the other sign} */
  public Rational negated() {
    return new Rational(numerator.negate(), denominator);
  }

  /** {@return this number without its sign} */
  public Rational abs() {
    return new Rational(numerator.abs(), denominator);
  }

  /**
   * Returns the larger of two numbers.
   *
   * @param other any number
   * @return this or the other
   */
  public Rational max(Rational other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** {@return -1, 0 or 1} */
  public int signum() {
    return numerator.signum();
  }

  /**
   * Returns the largest double that is not above this number.
   *
   * @return the number, rounded down; negative infinity below all finite doubles
   */
  public double floor() {
    return 0.0 - negated().ceil(); // 0 instead of −0
  }

  /**
   * Returns the least double that is not below this number.
   *
   * @return the number, rounded up; positive infinity above all finite doubles
   */
  public double ceil() {
    if (signum() == 0) {
      return 0;
    }
    // The quotient by 2^shift has 53 or 54 bits, or fewer where doubles have fewer.
    int shift =
        Math.max(
            numerator.abs().bitLength() - denominator.bitLength() - PRECISION,
            Double.MIN_EXPONENT - 52);
    BigInteger[] parts =
        shift >= 0
            ? numerator.divideAndRemainder(denominator.shiftLeft(shift))
            : numerator.shiftLeft(-shift).divideAndRemainder(denominator);
    BigInteger whole = parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    return whole.bitLength() <= PRECISION
        ? scaled(whole.longValueExact(), shift)
        : ceilOfLong(whole.longValueExact(), shift);
  }

  /** The quotient has one bit more than a double, so that its last bit is rounded up as well. */
  private static double ceilOfLong(long whole, int shift) {
    return scaled((whole >> 1) + (whole & 1), shift + 1);
  }

  private static double scaled(long whole, int shift) {
    double value = Math.scalb((double) whole, shift);
    return value == Double.NEGATIVE_INFINITY ? -Double.MAX_VALUE : value;
  }

  @Override
  public int compareTo(Rational other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  /**
   * Returns a short decimal.
   *
   * @return three significant digits, rounded up, such as {@code 1.24E-9}
   */
  public String toText() {
    MathContext up = new MathContext(3, RoundingMode.CEILING);
    return new BigDecimal(numerator).divide(new BigDecimal(denominator), up).toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rational that
        && numerator.equals(that.numerator)
        && denominator.equals(that.denominator);
  }

  @Override
  public int hashCode() {
    return 31 * numerator.hashCode() + denominator.hashCode();
  }

  /** Returns the fraction, such as {@code 3/7}. */
  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE)
        ? numerator.toString()
        : numerator + "/" + denominator;
  }
}
