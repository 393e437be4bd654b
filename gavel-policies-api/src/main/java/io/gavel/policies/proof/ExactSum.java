package io.gavel.policies.proof;

import io.gavel.policies.statement.Rational;
import java.math.BigInteger;

/**
 * The exact sum of doubles and of products of two doubles. Doubles are dyadic rationals, so such a
 * sum is an integer multiple of the product of the two least doubles: no rounding takes place,
 * whatever the magnitudes, and no term can overflow. Terms must be finite.
 *
 * <p>The sum is held in limbs of 32 bits, each in a {@code long}, so that carries can wait. A term
 * costs a few nanoseconds. Mutable.
 */
final class ExactSum {

  /** The weight of the lowest bit is {@code 2^-OFFSET}; below any product of two doubles. */
  private static final int OFFSET = 2176;

  private static final int LIMBS = (OFFSET + 2048) / 32 + 4;
  private static final long MASK = 0xffff_ffffL;

  /** A product adds less than 2^34 to a limb, so that so many terms cannot overflow it. */
  private static final int MOST_PENDING = 1 << 28;

  private final long[] limbs = new long[LIMBS];

  /** The lowest and the highest limb that may differ from 0. */
  private int low = LIMBS;

  private int high = -1;

  private int pending;

  ExactSum clear() {
    for (int i = low; i <= high; i++) {
      limbs[i] = 0;
    }
    low = LIMBS;
    high = -1;
    pending = 0;
    return this;
  }

  ExactSum add(double a) {
    return addProduct(a, 1);
  }

  ExactSum addProducts(double[] a, double[] b, int count) {
    for (int i = 0; i < count; i++) {
      addProduct(a[i], b[i]);
    }
    return this;
  }

  ExactSum addProduct(double a, double b) {
    if (a == 0 || b == 0) {
      return this;
    }
    long first = Double.doubleToRawLongBits(a);
    long second = Double.doubleToRawLongBits(b);
    long product = significand(first);
    long factor = significand(second);
    int position = exponent(first) + exponent(second) + OFFSET;
    long upper = Math.multiplyHigh(product, factor);
    long lower = product * factor;
    int shift = position & 31;
    long p0 = (lower & MASK) << shift;
    long p1 = (lower >>> 32) << shift;
    long p2 = (upper & MASK) << shift;
    long p3 = (upper >>> 32) << shift;
    long sign = (first ^ second) >> 63; // 0 or -1
    int i = position >>> 5;
    limbs[i] += ((p0 & MASK) ^ sign) - sign;
    limbs[i + 1] += (((p0 >>> 32) + (p1 & MASK)) ^ sign) - sign;
    limbs[i + 2] += (((p1 >>> 32) + (p2 & MASK)) ^ sign) - sign;
    limbs[i + 3] += (((p2 >>> 32) + p3) ^ sign) - sign;
    if (i < low || i + 3 > high) {
      low = Math.min(low, i);
      high = Math.max(high, i + 3);
    }
    if (++pending == MOST_PENDING) {
      carry();
    }
    return this;
  }

  private static long significand(long bits) {
    long fraction = bits & 0x000f_ffff_ffff_ffffL;
    return (bits & 0x7ff0_0000_0000_0000L) == 0 ? fraction : fraction | 0x0010_0000_0000_0000L;
  }

  private static int exponent(long bits) {
    int biased = (int) (bits >>> 52) & 0x7ff;
    if (biased == 0x7ff) {
      throw new ArithmeticException("a term of an exact sum is not finite");
    }
    return Math.max(biased, 1) - 1075;
  }

  /**
   * Moves carries up: then all limbs are of 32 bits and at least 0, the highest may be negative.
   */
  private void carry() {
    pending = 0;
    for (int i = low; i < high; i++) {
      limbs[i + 1] += limbs[i] >> 32;
      limbs[i] &= MASK;
    }
    while (high >= 0 && limbs[high] != (int) limbs[high]) {
      limbs[high + 1] = limbs[high] >> 32;
      limbs[high++] &= MASK;
    }
  }

  /** -1, 0 or 1. */
  int signum() {
    carry();
    while (high > low && limbs[high] == 0) {
      high--;
    }
    return high < 0 ? 0 : Long.signum(limbs[high]);
  }

  Rational value() {
    return Rational.dyadic(unscaled(), low < LIMBS ? 32 * low - OFFSET : 0);
  }

  private BigInteger unscaled() {
    carry();
    BigInteger value = BigInteger.ZERO;
    for (int i = high; i >= low; i--) {
      value = value.shiftLeft(32).add(BigInteger.valueOf(limbs[i]));
    }
    return value;
  }
}
