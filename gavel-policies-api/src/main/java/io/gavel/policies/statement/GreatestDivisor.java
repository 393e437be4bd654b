package io.gavel.policies.statement;

import java.math.BigInteger;

/**
 * The greatest common divisor of long numbers in less than quadratic time. The quotients of
 * Euclid's algorithm depend on the leading digits of two numbers. So half of them are found in
 * numbers of half the length, recursively, and applied together (Möller, On Schönhage's algorithm
 * and subquadratic integer gcd computation, 2008).
 *
 * <p>Quotients that are wrong since digits were cut off do no harm: all steps have determinants of
 * 1 and −1, so they keep the divisor.
 */
final class GreatestDivisor {

  /** The quadratic algorithm of the platform is faster for shorter numbers. */
  private static final int SHORT = 4_000;

  /** The most bits of numbers whose steps are found in {@code long}. */
  private static final int WORD = 62;

  private GreatestDivisor() {}

  /** The greatest common divisor, at least 0. */
  static BigInteger of(BigInteger a, BigInteger b) {
    BigInteger large = a.abs().max(b.abs());
    BigInteger small = a.abs().min(b.abs());
    while (small.bitLength() > SHORT) {
      Reduced next = Steps.halving(large, small).applied(large, small);
      large = next.large;
      small = next.small;
      if (small.signum() > 0) { // the numbers fall even if all quotients were wrong
        BigInteger rest = large.mod(small);
        large = small;
        small = rest;
      }
    }
    return large.gcd(small);
  }

  /** Two numbers, of which the first is at least the second, and the steps to them. Immutable. */
  private record Reduced(Steps steps, BigInteger large, BigInteger small) {

    static Reduced of(Steps steps, BigInteger x, BigInteger y) {
      if (x.signum() < 0) {
        return of(new Steps(steps.a.negate(), steps.b.negate(), steps.c, steps.d), x.negate(), y);
      }
      return x.compareTo(y.abs()) < 0
          ? of(new Steps(steps.c, steps.d, steps.a, steps.b), y, x)
          : y.signum() < 0
              ? new Reduced(
                  new Steps(steps.a, steps.b, steps.c.negate(), steps.d.negate()), x, y.negate())
              : new Reduced(steps, x, y);
    }
  }

  /** Steps of the algorithm: {@code (a u + b v, c u + d v)} for numbers u and v. Immutable. */
  private record Steps(BigInteger a, BigInteger b, BigInteger c, BigInteger d) {

    static final Steps NONE =
        new Steps(BigInteger.ONE, BigInteger.ZERO, BigInteger.ZERO, BigInteger.ONE);

    /** Steps that leave about half of the bits of two numbers, the first at least the second. */
    static Steps halving(BigInteger u, BigInteger v) {
      int half = u.bitLength() / 2;
      if (v.bitLength() <= half + 1) {
        return NONE;
      }
      if (u.bitLength() <= WORD) {
        return halving(u.longValueExact(), v.longValueExact(), half);
      }
      Reduced first = halving(u.shiftRight(half), v.shiftRight(half)).applied(u, v);
      if (first.small.bitLength() <= half + 1) {
        return first.steps;
      }
      BigInteger[] parts = first.large.divideAndRemainder(first.small);
      Steps steps = first.steps.thenDivided(parts[0]);
      int cut = Math.max(0, first.small.bitLength() - half);
      return halving(first.small.shiftRight(cut), parts[1].shiftRight(cut)).after(steps);
    }

    private static Steps halving(long first, long second, int most) {
      long u = first;
      long v = second;
      long[] row = {1, 0};
      long[] next = {0, 1};
      while (Long.SIZE - Long.numberOfLeadingZeros(v) > most) {
        long quotient = u / v;
        long rest = u - quotient * v;
        u = v;
        v = rest;
        long[] after = {row[0] - quotient * next[0], row[1] - quotient * next[1]};
        row = next;
        next = after;
      }
      return new Steps(
          BigInteger.valueOf(row[0]),
          BigInteger.valueOf(row[1]),
          BigInteger.valueOf(next[0]),
          BigInteger.valueOf(next[1]));
    }

    Reduced applied(BigInteger u, BigInteger v) {
      return Reduced.of(this, a.multiply(u).add(b.multiply(v)), c.multiply(u).add(d.multiply(v)));
    }

    Steps thenDivided(BigInteger quotient) {
      return new Steps(c, d, a.subtract(quotient.multiply(c)), b.subtract(quotient.multiply(d)));
    }

    Steps after(Steps before) {
      return new Steps(
          a.multiply(before.a).add(b.multiply(before.c)),
          a.multiply(before.b).add(b.multiply(before.d)),
          c.multiply(before.a).add(d.multiply(before.c)),
          c.multiply(before.b).add(d.multiply(before.d)));
    }
  }
}
