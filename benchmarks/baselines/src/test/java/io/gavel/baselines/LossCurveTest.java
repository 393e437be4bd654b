package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loss curves of noisy samples, where they are flat, and the samples that they refuse. */
class LossCurveTest {

  private static final double[] STEPS = new Random(1).doubles(60, 0, 600).sorted().toArray();

  /** A curve by a factor, a rate and a floor. */
  @FunctionalInterface
  private interface Form {
    LossCurve of(double factor, double rate, double floor);
  }

  private static final Form EXPONENTIAL =
      (factor, rate, floor) -> k -> factor * StrictMath.exp(-rate * k) + floor;

  private static final Form RECIPROCAL =
      (factor, rate, floor) -> k -> factor / (1 + 3 * rate * k) + floor;

  /** The noise is more than what the curve still falls at its end. */
  private static double[] noisy(LossCurve truth) {
    Random random = new Random(17);
    return Arrays.stream(STEPS)
        .map(k -> truth.loss(k) + 0.04 * (random.nextDouble() - 0.5))
        .toArray();
  }

  private static double error(LossCurve curve, double[] losses) {
    double sum = 0;
    for (int i = 0; i < losses.length; i++) {
      double miss = curve.loss(STEPS[i]) - losses[i];
      sum += miss * miss;
    }
    return sum;
  }

  /** Among curves of the form whose numbers are a tenth more or less. */
  private static double leastError(Form form, double[] losses) {
    double least = Double.POSITIVE_INFINITY;
    for (double a = 2.7; a < 3.31; a += 0.02) {
      for (double b = 0.0045; b < 0.0056; b += 5e-5) {
        for (double c = 0.18; c < 0.23; c += 0.002) {
          least = Math.min(least, error(form.of(a, b, c), losses));
        }
      }
    }
    return least;
  }

  @Test
  void fitExponential_noisySamples_isTheLeastSquaresCurve() {
    double[] losses = noisy(EXPONENTIAL.of(3, 0.005, 0.2));
    LossCurve fitted = LossCurve.fitExponential(STEPS, losses, 1);
    assertTrue(error(fitted, losses) <= 1.02 * leastError(EXPONENTIAL, losses));
  }

  @Test
  void fitReciprocalAndSublinear_noisySamples_areTheLeastSquaresCurves() {
    double[] losses = noisy(RECIPROCAL.of(3, 0.005, 0.2));
    double[] once = new double[losses.length];
    Arrays.fill(once, 1);
    double least = leastError(RECIPROCAL, losses);
    assertTrue(error(CurveFit.reciprocal(STEPS, losses, once, 1), losses) <= 1.02 * least);
    // the square of the steps is a further number, so the error is no larger
    assertTrue(error(LossCurve.fitSublinear(STEPS, losses, 1), losses) <= 1.02 * least);
  }

  /** A loss that rises has no such curve; the nearest is its mean. */
  @Test
  void fitExponential_risingLosses_isFlat() {
    LossCurve fitted =
        LossCurve.fitExponential(new double[] {0, 1, 2}, new double[] {1, 1.1, 1.2}, 1);
    assertEquals(fitted.loss(0), fitted.loss(100));
    assertEquals(1.1, fitted.loss(0), 0.02);
    LossCurve atOnce = LossCurve.fitExponential(new double[3], new double[] {1, 1, 1}, 1);
    assertEquals(1, atOnce.loss(7), 1e-9);
  }

  /** {@code e^−k} falls by {@code (1 − 1/e) e^−k} in a step. */
  @Test
  void stepsUntilFlat_exponential_isKnownToOnePartInABillion() {
    LossCurve curve = k -> StrictMath.exp(-k);
    for (double change : new double[] {0.5, 0.01, 1e-9}) {
      double flat = StrictMath.log((1 - StrictMath.exp(-1)) / change);
      double found = curve.stepsUntilFlat(1, change);
      assertEquals(flat, found, 1.1e-9 * flat);
      assertTrue(curve.loss(found) - curve.loss(found + 1) <= change);
    }
    LossCurve line = k -> 8 - k;
    assertEquals(0, line.stepsUntilFlat(2, 2)); // as much as is asked for, from the start
    LossCurve steps = k -> k < 64 ? 200 - k : 136;
    assertEquals(64, steps.stepsUntilFlat(4, 1e-9), 1e-6);
  }

  @Test
  void stepsUntilFlat_neverFlat_isRefused() {
    LossCurve line = k -> -k;
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> line.stepsUntilFlat(1, 0.5));
    assertTrue(refused.getMessage().contains("after " + StrictMath.pow(2, 40)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-9, Double.NaN, Double.POSITIVE_INFINITY})
  void fit_stepsOutOfRange_areRefused(double step) {
    double[] losses = {3, 2, 1};
    double[] steps = {0, 1, step};
    assertThrows(IllegalArgumentException.class, () -> LossCurve.fitSublinear(steps, losses, 0.9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0, Double.NaN, Double.POSITIVE_INFINITY})
  void fit_lossesOutOfRange_areRefused(double loss) {
    double[] losses = {3, 2, loss};
    double[] steps = {0, 1, 2};
    assertThrows(
        IllegalArgumentException.class, () -> LossCurve.fitExponential(steps, losses, 0.9));
  }

  @Test
  void fit_fewerThanThreeSamples_isRefused() {
    double[] two = {2, 1};
    assertThrows(IllegalArgumentException.class, () -> LossCurve.fitReciprocal(two, two));
    double[] three = {3, 2, 1};
    assertEquals(3, LossCurve.fitExponential(new double[] {0, 1, 2}, three, 1).loss(0), 0.2);
  }

  @Test
  void decaying_outsideOfItsRange_isRefused() {
    assertArrayEquals(new double[] {1, 1}, CurveFit.decaying(2, 1));
    for (double decay : new double[] {0, -0.5, 1.1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> CurveFit.decaying(2, decay));
    }
  }
}
