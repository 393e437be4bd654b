package io.gavel.policies.lp.solver.internal.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Prices of time over the pairs of one class, where all time of any pair is worth 1. */
class PairClassBoundTest {

  /** Returns the prices of time that pay for all pairs of as many jobs, from given ones. */
  private static double[] raised(double... time) {
    PairClasses classes = new PairClasses(new int[time.length], 1);
    classes.add(0, 0, 0, 0, 1, 1, 1, 1);
    PairClassBound.raise(classes, new double[1], time, new double[time.length], new double[0]);
    return time;
  }

  private static void assertRaised(double sum, double... time) {
    assertEquals(sum, Arrays.stream(raised(time)).sum(), 1e-15);
  }

  /** Two jobs have one pair, of which one may pay all: it is not its own partner. */
  @Test
  void raise_oneWhoPaysForBoth_isEnough() {
    assertArrayEquals(new double[] {0, 1}, raised(0, 1), 1e-15);
    assertRaised(1, 1, 0);
    assertRaised(2, 1, 1, 0);
  }

  /** Of two who pay nothing, each has the other as a partner. */
  @Test
  void raise_twoWhoPayTooLittle_allPayHalfOfWhatIsLacking() {
    assertArrayEquals(new double[] {0.5, 1.5, 0.5}, raised(0, 1, 0), 1e-15);
    assertRaised(1.5, 0, 0, 0); // three jobs have one and a half pairs
    assertRaised(2.25, 0.25, 0.5, 0.25, 0.25);
  }

  /** A class of one has no pairs with itself. */
  @Test
  void raise_oneJob_isNothing() {
    assertRaised(0, 0);
  }
}
