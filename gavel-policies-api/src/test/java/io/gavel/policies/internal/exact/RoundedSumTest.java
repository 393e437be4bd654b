package io.gavel.policies.internal.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.statement.Rational;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The exact sum lies between the bounds, and these lie close together. */
final class RoundedSumTest {

  @Property
  void bounds_ofAnyDoubles_holdTheExactSum(@ForAll Draws random) {
    RoundedSum rounded = new RoundedSum();
    ExactSum exact = new ExactSum();
    for (int i = random.nextInt(40); i >= 0; i--) {
      double a = ExactSumTest.any(random);
      double b = random.nextInt(4) == 0 ? 1 : ExactSumTest.any(random);
      int times = random.nextInt(3) == 0 ? 2 : 1; // the second term cancels the first
      for (int t = 0; t < times; t++) {
        rounded.addProduct(t == 0 ? a : -a, b);
        exact.addProduct(t == 0 ? a : -a, b);
      }
    }
    Assume.that(rounded.isBounded());
    assertTrue(rounded.lower().compareTo(exact.value()) <= 0);
    assertTrue(rounded.upper().compareTo(exact.value()) >= 0);
    if (rounded.hasSign()) {
      assertEquals(exact.signum(), rounded.upper().signum());
    }
  }

  @Example
  void hasSign_sumsAroundZero_onlyBeyondTheirErrors() {
    RoundedSum none = new RoundedSum().addProduct(1.0 / 3, 0.1).addProduct(-0.1, 1.0 / 3);
    assertFalse(none.hasSign());
    assertTrue(none.add(-1e-25).hasSign());
    assertFalse(new RoundedSum().add(Double.MAX_VALUE).hasSign());
  }

  @Property
  void minus_ofAnyDoubles_isOffByTheErrorsAtMost(@ForAll Draws random) {
    RoundedSum[] rounded = {new RoundedSum(), new RoundedSum()};
    ExactSum difference = new ExactSum();
    for (int i = random.nextInt(20); i >= 0; i--) {
      double a = ExactSumTest.any(random);
      double b = random.nextBoolean() ? 1 : ExactSumTest.any(random);
      int first = random.nextInt(2);
      boolean both = random.nextInt(3) == 0; // then the sums stay close
      for (int side = first; side <= (both ? 1 : first); side++) {
        rounded[side].addProduct(a, b);
        difference.addProduct(side == 0 ? a : -a, b);
      }
    }
    double minus = rounded[0].minus(rounded[1]);
    if (Math.abs(minus) > rounded[0].error() + rounded[1].error()) {
      assertEquals(Math.signum(minus), difference.signum());
    }
  }

  @Example
  void minus_sumsThatDifferByMoreThanRounding_isBeyondTheErrors() {
    RoundedSum third = new RoundedSum().addProduct(1.0 / 3, 0.1);
    RoundedSum more = new RoundedSum().addProduct(1.0 / 3, 0.1).add(1e-25);
    assertEquals(1e-25, more.minus(third), 1e-30);
    assertTrue(more.error() + third.error() < 1e-29);
  }

  /** A product of two numbers of a choice, in twofold precision, and what rounding leaves. */
  @Property
  void addTwofold_theLargestOfSome_boundsTheExactSum(@ForAll Draws random) {
    RoundedSum rounded = new RoundedSum();
    ExactSum exact = new ExactSum();
    for (int i = random.nextInt(20); i >= 0; i--) {
      double[] f = random.doubles(4).map(x -> Math.scalb(x - 0.5, random.nextInt(40))).toArray();
      RoundedSum worth = new RoundedSum();
      worth.set(f[0], f[1], f[2], f[3]);
      exact.addProduct(f[0], f[1]).addProduct(f[2], f[3]);
      double value = worth.minus(new RoundedSum());
      double rest =
          new ExactSum().addProduct(f[0], f[1]).addProduct(f[2], f[3]).add(-value).value().floor();
      double size = Math.abs(f[0] * f[1]) + Math.abs(f[2] * f[3]);
      rounded.addTwofold(value, rest, size, 2);
    }
    assertTrue(rounded.lower().compareTo(exact.value()) <= 0);
    assertTrue(rounded.upper().compareTo(exact.value()) >= 0);
  }

  @Property
  void bounds_ofNumbersNearOne_lieCloseTogether(@ForAll Draws random) {
    RoundedSum sum = new RoundedSum();
    for (int i = 0; i < 1000; i++) {
      sum.addProduct(random.nextGaussian(), random.nextDouble());
    }
    Rational width = sum.upper().minus(sum.lower());
    assertTrue(width.signum() > 0);
    assertTrue(width.ceil() < 1e-20, width::toString);
  }

  @Example
  void isBounded_termsThatOverflow_isFalse() {
    assertFalse(new RoundedSum().addProduct(Double.MAX_VALUE, 2).isBounded());
    assertFalse(new RoundedSum().add(Double.MAX_VALUE).add(-Double.MAX_VALUE).isBounded());
    assertTrue(new RoundedSum().isBounded());
    assertEquals(0, new RoundedSum().lower().ceil());
  }
}
