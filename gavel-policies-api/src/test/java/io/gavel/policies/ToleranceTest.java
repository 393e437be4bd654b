package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void new_wrongPart_isNamed(double part) {
    String must = " tolerance is " + part + "; it must be finite and ≥ 0";
    assertRejected("absolute" + must, () -> new Tolerance(part, 0));
    assertRejected("relative" + must, () -> new Tolerance(0, part));
  }

  @Test
  void atMost_exact_isLessOrEqual() {
    assertTrue(Tolerance.EXACT.atMost(1, 1));
    assertFalse(Tolerance.EXACT.atMost(Math.nextUp(1.0), 1));
  }

  @Test
  void atMost_bothParts_add() {
    Tolerance tolerance = new Tolerance(0.5, 0.25);
    assertTrue(tolerance.atMost(5.5, 4));
    assertFalse(tolerance.atMost(5.51, 4));
    assertTrue(tolerance.atMost(-2.5, -4));
    assertFalse(tolerance.atMost(-2.49, -4));
  }

  @Test
  void atMost_nan_isFalse() {
    Tolerance wide = new Tolerance(1e300, 1);
    assertFalse(wide.atMost(Double.NaN, 1));
    assertFalse(wide.atMost(1, Double.NaN));
  }

  @Test
  void atMost_infiniteBound_boundsEverythingOrNothing() {
    for (Tolerance tolerance : new Tolerance[] {Tolerance.EXACT, Tolerance.CERTIFIED}) {
      assertTrue(tolerance.atMost(1, INFINITY));
      assertTrue(tolerance.atMost(INFINITY, INFINITY));
      assertFalse(tolerance.atMost(1, -INFINITY));
      assertFalse(tolerance.atMost(INFINITY, 1));
      assertFalse(tolerance.atMost(Double.NaN, INFINITY));
    }
  }

  @Test
  void constants_always_areAsDocumented() {
    assertEquals(new Tolerance(0, 0), Tolerance.EXACT);
    assertEquals(new Tolerance(0, 1e-6), Tolerance.CERTIFIED);
  }
}
