package io.gavel.policies.internal.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.statement.Rational;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The exact sum lies between the bounds, and these lie close together. */
final class RoundedSumTest {

  @Property
  void bounds_ofAnyDoubles_holdTheExactSum(@ForAll long seed) {
    Random random = new Random(seed);
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
  }

  @Property
  void bounds_ofNumbersNearOne_lieCloseTogether(@ForAll long seed) {
    Random random = new Random(seed);
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
