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
  void compareClearly_ofAnyDoubles_isRightOrInDoubt(@ForAll long seed) {
    Random random = new Random(seed);
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
    int clear = rounded[0].compareClearly(rounded[1]);
    assertTrue(clear == 0 || clear == difference.signum());
    assertEquals(-clear, rounded[1].compareClearly(rounded[0]));
    assertEquals(0, rounded[0].clear().compareClearly(rounded[1].clear()));
  }

  @Example
  void compareClearly_sumsThatDifferByMoreThanRounding_isTheSign() {
    RoundedSum third = new RoundedSum().addProduct(1.0 / 3, 0.1);
    RoundedSum more = new RoundedSum().addProduct(1.0 / 3, 0.1).add(1e-25);
    assertEquals(1, more.compareClearly(third));
    assertEquals(-1, third.compareClearly(more));
    assertEquals(1, third.compareClearly(new RoundedSum()));
    assertEquals(0, new RoundedSum().add(Double.MAX_VALUE).compareClearly(third));
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
