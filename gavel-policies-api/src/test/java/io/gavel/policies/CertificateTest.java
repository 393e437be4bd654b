package io.gavel.policies;

import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateTest {

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static Certificate of(double objective, double bound, double maxViolation) {
    return new Certificate(objective, bound, maxViolation, Prices.zero(1, 1));
  }

  @Test
  void relativeGap_objectiveAndBound_isAFractionOfTheLarger() {
    assertEquals(0.25, of(3, 4, 0).relativeGap());
    assertEquals(0.25, of(4, 3, 0).relativeGap());
    assertEquals(0.25, of(-4, -3, 0).relativeGap());
    assertEquals(2, of(1, -1, 0).relativeGap());
    assertEquals(1, of(0, 1e-300, 0).relativeGap());
  }

  @Test
  void relativeGap_bothZero_isZero() {
    assertEquals(0, of(0, 0, 0).relativeGap());
    assertEquals(0, of(0, -0.0, 0).relativeGap());
  }

  @Test
  void relativeGap_infiniteBound_isInfinite() {
    assertEquals(INFINITY, of(1, INFINITY, 0).relativeGap());
    assertEquals(INFINITY, of(1, -INFINITY, 0).relativeGap());
  }

  @Test
  void holdsWithin_infiniteBound_isFalse() {
    assertFalse(of(1, INFINITY, 0).holdsWithin(new Tolerance(1e300, 1e300)));
  }

  @Test
  void holdsWithin_gap_decides() {
    assertTrue(of(0, 0, 0).holdsWithin(Tolerance.EXACT));
    assertTrue(of(1e6, 1e6 + 1, 0).holdsWithin(Tolerance.CERTIFIED));
    assertTrue(of(1e6 + 1, 1e6, 0).holdsWithin(Tolerance.CERTIFIED));
    assertFalse(of(1e6, 1e6 + 1.1, 0).holdsWithin(Tolerance.CERTIFIED));
    assertFalse(of(0, 1e-300, 0).holdsWithin(Tolerance.CERTIFIED));
    assertTrue(of(0, 1e-300, 0).holdsWithin(new Tolerance(1e-300, 0)));
  }

  @Test
  void holdsWithin_violation_decides() {
    assertTrue(of(1, 1, 1e-6).holdsWithin(Tolerance.CERTIFIED));
    assertFalse(of(1, 1, 1.1e-6).holdsWithin(Tolerance.CERTIFIED));
    assertFalse(of(1e9, 1e9, 1e-3).holdsWithin(Tolerance.CERTIFIED), "is relative to the limit");
    assertTrue(of(1e-9, 1e-9, 1e-6).holdsWithin(Tolerance.CERTIFIED));
  }

  @Test
  void holdsWithin_leastDifference_isNotExact() {
    assertFalse(of(1, Math.nextDown(1.0), 0).holdsWithin(Tolerance.EXACT));
    assertFalse(of(1, Math.nextUp(1.0), 0).holdsWithin(Tolerance.EXACT));
    assertFalse(of(1, 1, Double.MIN_VALUE).holdsWithin(Tolerance.EXACT));
  }

  @Property
  void holdsWithin_relativeToleranceAboveTheGap_isTrue(
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double objective,
      @ForAll @DoubleRange(min = -1e9, max = 1e9) double bound) {
    Certificate certificate = of(objective, bound, 0);
    double gap = certificate.relativeGap();
    assertTrue(certificate.holdsWithin(new Tolerance(0, gap * (1 + 1e-12))));
    assertEquals(gap == 0, certificate.holdsWithin(new Tolerance(0, gap * (1 - 1e-12))));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void new_objectiveNoNumber_isRejected(double objective) {
    assertRejected(
        "objective " + objective + " and bound 1.0 must be numbers, the objective finite",
        () -> of(objective, 1, 0));
  }

  @Test
  void new_boundNoNumber_isRejected() {
    assertRejected(
        "objective 1.0 and bound NaN must be numbers, the objective finite",
        () -> of(1, Double.NaN, 0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void new_wrongViolation_isNamed(double violation) {
    assertRejected(
        "largest violation is " + violation + "; it must be finite and ≥ 0",
        () -> of(1, 1, violation));
  }

  @Test
  void equals_oneComponentDiffers_isFalse() {
    assertEquals(of(1, 2, 0), of(1, 2, 0));
    assertEquals(of(1, 2, 0).hashCode(), of(1, 2, 0).hashCode());
    assertNotEquals(of(1, 2, 0), of(2, 2, 0));
    assertNotEquals(of(1, 2, 0), of(1, 3, 0));
    assertNotEquals(of(1, 2, 0), of(1, 2, 1));
    assertNotEquals(of(1, 2, 0), new Certificate(1, 2, 0, Prices.zero(2, 1)));
  }

  @Test
  void toString_figures_areShortInAnyLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals(
          "objective 0.750000, bound 1.00000, relative gap 2.5e-01, largest violation 1.0e-09",
          of(0.75, 1, 1e-9).toString());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void copies_withStatementOrLevels_keepTheRest() {
    Statement stated = Statement.of(Goal.level(new double[] {1}));
    FairLevels levels = new FairLevels(0.5, List.of());
    Certificate both = of(3, 4, 1e-9).withStatement(stated).withLevels(levels);
    assertEquals(
        new Certificate(3, 4, 1e-9, Prices.zero(1, 1), Optional.of(stated), Optional.of(levels)),
        both);
    assertEquals(both, of(3, 4, 1e-9).withLevels(levels).withStatement(stated));
  }
}
