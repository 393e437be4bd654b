package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.statement.Rational;
import java.math.BigDecimal;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Sums are those of {@link BigDecimal}, in which doubles, their sums and products are exact. */
final class ExactSumTest {

  @Property
  void sum_ofAnyDoubles_isThatOfBigDecimal(@ForAll Draws random) {
    ExactSum sum = new ExactSum();
    BigDecimal expected = BigDecimal.ZERO;
    for (int i = random.nextInt(12); i >= 0; i--) {
      double a = any(random);
      double b = random.nextInt(4) == 0 ? 1 : any(random);
      sum.addProduct(a, b);
      expected = expected.add(new BigDecimal(a).multiply(new BigDecimal(b)));
      if (random.nextInt(3) == 0) { // most of it cancels
        sum.addProduct(-a, b).add(b);
        expected =
            expected.subtract(new BigDecimal(a).multiply(new BigDecimal(b))).add(new BigDecimal(b));
      }
      assertEquals(expected.signum(), sum.signum());
    }
    Rational value = sum.value();
    assertEquals(
        0,
        expected
            .multiply(new BigDecimal(value.denominator()))
            .compareTo(new BigDecimal(value.numerator())));
    assertEquals(0, sum.addProduct(1, 0).clear().signum());
  }

  /** Any magnitude: subnormals, 2^±1000, and 0. */
  static double any(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> random.nextInt(9) - 4;
      case 2 -> Double.MIN_VALUE * random.nextInt(100);
      case 3 -> random.nextGaussian();
      default -> {
        double wild = Double.longBitsToDouble(random.nextLong());
        yield Double.isFinite(wild) ? wild : Double.MAX_VALUE;
      }
    };
  }

  @Example
  void sum_ofOpposites_isZero() {
    ExactSum sum = new ExactSum().addProduct(Double.MAX_VALUE, Double.MAX_VALUE);
    sum.addProduct(Double.MIN_VALUE, Double.MIN_VALUE);
    assertEquals(1, sum.addProduct(-Double.MAX_VALUE, Double.MAX_VALUE).signum());
    assertEquals(Rational.of(Double.MIN_VALUE).times(Rational.of(Double.MIN_VALUE)), sum.value());
    assertEquals(0, sum.addProduct(-Double.MIN_VALUE, Double.MIN_VALUE).signum());
    assertEquals(Rational.ZERO, sum.value());
    assertEquals(Rational.ZERO, new ExactSum().value());
  }

  @Example
  void sum_ofManyEqualTerms_carries() {
    ExactSum sum = new ExactSum();
    double ones = Double.longBitsToDouble(0x3fef_ffff_ffff_ffffL);
    for (int i = 0; i < 100_000; i++) {
      sum.addProduct(ones, ones);
    }
    Rational one = Rational.of(ones);
    assertEquals(one.times(one).times(Rational.of(100_000, 1)), sum.value());
    assertThrows(ArithmeticException.class, () -> sum.addProduct(1, Double.NaN));
    assertThrows(ArithmeticException.class, () -> sum.add(Double.POSITIVE_INFINITY));
  }
}
