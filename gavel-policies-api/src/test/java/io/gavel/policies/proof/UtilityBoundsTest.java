package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Sums and means of utilities, their tangents, and costs of finish times: on the safe side. */
final class UtilityBoundsTest {

  private static final BigDecimal LN_2 =
      new BigDecimal("0.6931471805599453094172321214581765680755");
  private static final BigDecimal SQRT_2 =
      new BigDecimal("1.4142135623730950488016887242096980785697");

  private static final double CLOSE = 1e-14;

  /** Four units of weight. */
  private static Goal.Welfare mean(double power) {
    return Goal.welfare(new double[] {1, 3}, power).asMean(4);
  }

  private static Goal.Welfare sum(double power) {
    return Goal.welfare(new double[] {1, 3}, power);
  }

  private static void assertAbove(BigDecimal exact, double value) {
    assertTrue(new BigDecimal(value).compareTo(exact) > 0, value + " is above " + exact);
    assertEquals(exact.doubleValue(), value, CLOSE * exact.abs().doubleValue());
  }

  private static void assertBelow(BigDecimal exact, double value) {
    assertTrue(new BigDecimal(value).compareTo(exact) < 0, value + " is below " + exact);
    assertEquals(exact.doubleValue(), value, CLOSE * exact.abs().doubleValue());
  }

  private static BigDecimal number(double value) {
    return new BigDecimal(value);
  }

  @Test
  void sums_ofMeans_areEnclosed() {
    BigDecimal logs = LN_2.multiply(number(4));
    assertAbove(logs, Means.sumUp(mean(0), 2));
    assertBelow(logs, Means.sumDown(mean(0), 2));
    BigDecimal roots = SQRT_2.multiply(number(8)); // 4 · 2^(1/2) / (1/2)
    assertAbove(roots, Means.sumUp(mean(0.5), 2));
    assertBelow(roots, Means.sumDown(mean(0.5), 2));
    assertAbove(number(-1), Means.sumUp(mean(-1), 4)); // 4 · (1/4) / −1
    assertBelow(number(-1), Means.sumDown(mean(-1), 4));
  }

  @Test
  void sums_withoutATotal_areTheirOwnMeans() {
    for (double power : new double[] {0, 0.5, -1}) {
      assertEquals(-2.5, Means.sumUp(sum(power), -2.5));
      assertEquals(-2.5, Means.sumDown(sum(power), -2.5));
      assertEquals(-2.5, Means.reached(sum(power), -2.5));
      assertEquals(2.5, Means.bound(sum(power), 2.5));
    }
  }

  private static void assertEnclosed(Goal.Welfare goal, double sum, double exact) {
    double reached = Means.reached(goal, sum);
    double bound = Means.bound(goal, sum);
    assertTrue(Means.sumUp(goal, reached) <= sum, () -> "reached " + reached);
    assertTrue(Means.sumDown(goal, bound) >= sum, () -> "bound " + bound);
    assertTrue(reached <= exact && exact <= bound, () -> reached + " to " + bound);
    assertEquals(exact, reached, 4 * CLOSE * exact);
    assertEquals(exact, bound, 4 * CLOSE * exact);
  }

  @Test
  void means_ofSums_areEnclosed() {
    assertEnclosed(mean(0), 0, 1);
    assertEnclosed(mean(0), 4 * Math.log(8), 8);
    assertEnclosed(mean(0.5), 16, 4);
    assertEnclosed(mean(0.5), 24, 9);
    assertEnclosed(mean(-1), -1, 4);
    assertEnclosed(mean(-2), -8, 0.5); // 4 · 4 / −2
  }

  @Test
  void means_ofSumsThatNoMeanHas_boundNothing() {
    assertEquals(Double.POSITIVE_INFINITY, Means.bound(mean(-1), 0));
    assertEquals(Double.POSITIVE_INFINITY, Means.bound(mean(0.3), -1));
    assertEquals(0, Means.reached(mean(0.5), -1));
    assertTrue(Means.bound(mean(-1), -1e-9) < Double.POSITIVE_INFINITY);
  }

  @Test
  void tangents_ofLogarithms_areAbove() {
    assertAbove(LN_2.subtract(BigDecimal.ONE), Tangents.logs(2, 1));
    assertAbove(LN_2.subtract(BigDecimal.ONE), Tangents.logs(6, 3));
  }

  /** At weight w and price y, the tangent touches where w q^(p−1) = y: at 4 and at 2. */
  @Test
  void tangents_ofPowers_areAbove() {
    assertAbove(number(2), Tangents.powers(1, 0.5, 0.5));
    assertAbove(number(2), Tangents.powers(3, 1.5, 0.5));
    assertAbove(number(-1), Tangents.powers(1, 0.25, -1));
    assertEquals(Double.POSITIVE_INFINITY, Tangents.powers(1, 0, 0.5));
  }

  @Test
  void slopes_areAbove() {
    assertAbove(SQRT_2, Tangents.slopeUp(1, 0.5, 0.5)); // (1/2)^(−1/2)
    assertAbove(number(1.5), Tangents.slopeUp(3, 0.5, 4));
    assertAbove(number(2.5), Tangents.slopeUp(5, 0, 2));
  }

  /** The exponent is rounded, which counts for much where throughputs are huge or tiny. */
  @Test
  void slopes_atExtremeThroughputs_allowForTheRoundedExponent() {
    double power = 0.3;
    for (double q : new double[] {1e300, 1e-300}) {
      double plain = Math.pow(q, power - 1);
      assertTrue(Tangents.slopeUp(1, power, q) > plain * (1 + CLOSE), () -> "at " + q);
      assertEquals(1, Tangents.slopeUp(1, power, q) / plain, 1e-12);
    }
  }

  @Test
  void utilities_areAbove() {
    assertAbove(LN_2, Tangents.utilityUp(0, 2));
    assertAbove(SQRT_2.multiply(number(2)), Tangents.utilityUp(0.5, 2));
    assertAbove(number(-0.5), Tangents.utilityUp(-1, 2));
  }

  private static final double[] STEPS = {8, 0};

  private static boolean provesTime(
      double past, double unit, double owed, Rational value, double t) {
    Goal.FinishTimes goal =
        Goal.finishTimes(STEPS, new double[] {past, 99}, new double[] {unit, 1});
    return DualProof.proves(goal, new double[] {owed, 1}, value, t);
  }

  /** Eight steps in less than 2 s cost 4 at least. */
  @Test
  void finishTimes_thatCostMoreThanThereIs_areProved() {
    Rational four = Rational.of(4);
    assertTrue(provesTime(0, 1, 1, four, 2 - CLOSE));
    assertFalse(provesTime(0, 1, 1, four, 2));
    assertFalse(provesTime(0, 1, 1, four, 3));
    assertTrue(provesTime(1, 1, 1, four, 3 - CLOSE));
    assertFalse(provesTime(1, 1, 1, four, 3));
    assertTrue(provesTime(1, 2, 1, four, 1.5 - CLOSE));
    assertTrue(provesTime(0, 1, 2, four, 4 - 2 * CLOSE));
    assertFalse(provesTime(0, 1, 2, four, 4));
  }

  @Test
  void finishTimes_atThePast_areProvedWithoutPrices() {
    assertTrue(provesTime(3, 1, 0, Rational.ONE, 3));
    assertFalse(provesTime(3, 1, 0, Rational.ONE, Math.nextUp(3.0)));
    assertTrue(provesTime(0, 1, 0, Rational.ONE, 0));
    assertTrue(provesTime(0, 1, 0, Rational.ONE, -1));
  }

  @Test
  void finishTimes_thatCostExactlyWhatThereIs_areProved() {
    Rational cost = Rational.of(Directed.quotientDown(8, Math.nextUp(3.0)));
    assertTrue(provesTime(0, 1, 1, cost, 3));
    assertFalse(provesTime(0, 1, 1, cost.plus(Rational.of(1e-30)), 3));
  }
}
