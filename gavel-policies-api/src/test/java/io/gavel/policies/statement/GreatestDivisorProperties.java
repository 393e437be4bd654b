package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.contract.Draws;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Divisors of long numbers against those of the platform. */
final class GreatestDivisorProperties {

  private static void assertSame(BigInteger a, BigInteger b) {
    assertEquals(a.gcd(b), GreatestDivisor.of(a, b));
    assertEquals(a.gcd(b), GreatestDivisor.of(b.negate(), a));
  }

  @Property
  void divisorOfProducts_isThatOfThePlatform(
      @ForAll Draws random,
      @ForAll @IntRange(max = 15_000) int common,
      @ForAll @IntRange(max = 15_000) int first,
      @ForAll @IntRange(max = 15_000) int second) {
    BigInteger divisor = new BigInteger(common, random);
    assertSame(
        divisor.multiply(new BigInteger(first, random)),
        divisor.multiply(new BigInteger(second, random)));
  }

  /** Leading digits that are alike, long quotients, and runs of zeros and ones. */
  @Property
  void divisorOfSparseNumbers_isThatOfThePlatform(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 15_000) int bits) {
    BigInteger a = BigInteger.ONE.shiftLeft(bits);
    BigInteger b = a;
    for (int i = random.nextInt(4); i >= 0; i--) {
      a = a.subtract(BigInteger.ONE.shiftLeft(random.nextInt(bits)));
      b = b.add(BigInteger.ONE.shiftLeft(random.nextInt(bits)));
    }
    assertSame(a, b);
    assertSame(a.multiply(b), b);
  }

  /** All quotients are 1. */
  @Example
  void divisorOfFibonacciNumbers_isThatOfThePlatform() {
    BigInteger before = BigInteger.ZERO;
    BigInteger last = BigInteger.ONE;
    for (int i = 0; i < 20_000; i++) {
      BigInteger next = before.add(last);
      before = last;
      last = next;
    }
    assertSame(last, before);
    assertSame(last.multiply(last), last.multiply(before));
    assertSame(last, BigInteger.ZERO);
  }
}
