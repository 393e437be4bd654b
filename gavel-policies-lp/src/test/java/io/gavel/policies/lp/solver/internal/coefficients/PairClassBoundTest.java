package io.gavel.policies.lp.solver.internal.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.Prices;
import io.gavel.policies.statement.Goal;
import org.junit.jupiter.api.Test;

/**
 * Bounds over the pairs of one class, where all time of any pair is worth 1 and workers are free.
 */
class PairClassBoundTest {

  private static final double[] NONE = {};

  /** The bound that prices of time prove for pairs of as many jobs. */
  private static PairClassBound of(double... time) {
    int jobs = time.length;
    PairClasses classes = new PairClasses(new int[jobs], 1);
    classes.add(0, 0, 0, 0, 1, 1, 1, 1);
    return PairClassBound.of(
        new double[] {jobs},
        new double[jobs],
        Goal.total(new double[] {1}, false),
        classes,
        Prices.of(new double[] {0}, time, new double[jobs]),
        NONE,
        NONE);
  }

  private static double[] timeOf(PairClassBound bound, int jobs) {
    double[] time = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      time[m] = bound.prices().ofTime(m);
    }
    return time;
  }

  /** Two jobs have one pair, of which one may pay all: it is not its own partner. */
  @Test
  void of_oneWhoPaysForBoth_isProof() {
    PairClassBound bound = of(0, 1);
    assertEquals(1, bound.value(), 1e-15);
    assertArrayEquals(new double[] {0, 1}, timeOf(bound, 2), 1e-15);
    assertEquals(1, of(1, 0).value(), 1e-15);
    assertEquals(2, of(1, 1, 0).value(), 1e-15);
  }

  /** Of two who pay nothing, each has the other as a partner. */
  @Test
  void of_twoWhoPayTooLittle_allPayHalfOfWhatIsLacking() {
    PairClassBound bound = of(0, 1, 0);
    assertArrayEquals(new double[] {0.5, 1.5, 0.5}, timeOf(bound, 3), 1e-15);
    assertEquals(2.5, bound.value(), 1e-15);
    assertEquals(1.5, of(0, 0, 0).value(), 1e-15, "three jobs have one and a half pairs");
    assertEquals(2.25, of(0.25, 0.5, 0.25, 0.25).value(), 1e-15);
  }

  /** A class of one has no pairs with itself. */
  @Test
  void of_oneJob_isNothing() {
    assertEquals(0, of(0).value());
  }
}
