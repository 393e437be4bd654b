package io.gavel.policies.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class RationalTest {

  @Property
  void ceilAndFloor_areTheNeighbours(@ForAll Draws random) {
    BigInteger a = new BigInteger(1 + random.nextInt(1200), random);
    BigInteger b = new BigInteger(1 + random.nextInt(1200), random).add(BigInteger.ONE);
    Rational r = Rational.of(random.nextBoolean() ? a : a.negate(), b);
    double up = r.ceil();
    double down = r.floor();
    assertTrue(up == Double.POSITIVE_INFINITY || Rational.of(up).compareTo(r) >= 0);
    assertTrue(down == Double.NEGATIVE_INFINITY || Rational.of(down).compareTo(r) <= 0);
    assertTrue(up == down || up == Math.nextUp(down), r::toString);
    Rational divisor = Rational.of(b, a.add(BigInteger.ONE));
    assertEquals(r.dividedBy(divisor).ceil(), r.ceilOfQuotient(divisor));
  }

  @Property
  void of_anyDouble_isExact(@ForAll double value) {
    Rational exact = Rational.of(value);
    assertEquals(value + 0.0, exact.ceil());
    assertEquals(value + 0.0, exact.floor());
    assertEquals(0, exact.minus(exact).signum());
    assertEquals(exact, Rational.of(exact.numerator(), exact.denominator()));
  }

  @Example
  void arithmetic_isThatOfFractions() {
    Rational third = Rational.of(1, 3);
    Rational half = Rational.of(-2, -4);
    assertEquals(Rational.of(5, 6), third.plus(half));
    assertEquals(Rational.of(-1, 6), third.minus(half));
    assertEquals(Rational.of(1, 6), third.times(half));
    assertEquals(Rational.of(2, 3), third.dividedBy(half));
    assertEquals(half, third.max(half));
    assertEquals(half, half.negated().abs());
    assertEquals("1/3", third.toString());
    assertEquals("7", Rational.of(14, 2).toString());
    assertEquals("0.334", third.toText());
    assertEquals("0", Rational.ZERO.toText());
    assertNotEquals(third, half);
    assertNotEquals(third, (Object) "1/3");
    assertEquals(third.hashCode(), Rational.of(2, 6).hashCode());
    assertThrows(ArithmeticException.class, () -> third.dividedBy(Rational.ZERO));
    assertThrows(ArithmeticException.class, () -> Rational.of(Double.NaN));
  }

  @Example
  void of_denominatorOfAnySignAndForm_isNormal() {
    assertEquals(Rational.of(1, 4), Rational.of(-1, -4));
    assertEquals("-1/4", Rational.of(1, -4).toString());
    assertEquals("-1/4", Rational.of(2, -8).toString());
    assertEquals(BigInteger.valueOf(4), Rational.of(3, -4).denominator());
  }
}
