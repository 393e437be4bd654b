package io.gavel.policies.internal.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is rounded to a side lies there, and close to the exact number. */
class SideTest {

  private static void assertSums(double... terms) {
    double[] below = Side.DOWN.sums(terms);
    double[] above = Side.UP.sums(terms);
    Rational sum = Rational.ZERO;
    for (int i = 0; i < terms.length; i++) {
      sum = sum.plus(Rational.of(terms[i]));
      assertTrue(Rational.of(below[i + 1]).compareTo(sum) <= 0, "below " + i);
      assertTrue(Rational.of(above[i + 1]).compareTo(sum) >= 0, "above " + i);
      assertTrue(above[i + 1] - below[i + 1] <= 1e-14 * above[i + 1], "close " + i);
    }
  }

  @Property(tries = 100)
  void sums_anyTerms_areOnTheirSide(@ForAll Draws random) {
    assertSums(
        random
            .doubles(1 + random.nextInt(50))
            .map(x -> Math.scalb(x, random.nextInt(20) - 10))
            .toArray());
  }

  /** Each of the small terms vanishes beside the first; together they do not. */
  @Example
  void sums_termsThatRoundingLoses_areOnTheirSide() {
    double[] terms = new double[1000];
    Arrays.fill(terms, 0x1p-54);
    terms[0] = 1;
    assertSums(terms);
    Arrays.fill(terms, 1, terms.length, 1.5 * 0x1p-53); // which rounds up each time
    assertSums(terms);
  }

  @Example
  void sums_ofNothing_areZero() {
    assertEquals(0, Side.UP.sums(new double[3])[3]);
    assertEquals(0, Side.UP.sums(new double[0])[0]);
  }

  @Example
  void other_side_isTheOpposite() {
    assertEquals(Side.DOWN, Side.UP.other());
    assertEquals(Side.UP, Side.DOWN.other());
  }
}
