package io.gavel.estimator.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LogModelTest {

  private static final double NOISE = 4e-4;

  /**
   * Levels 1, 2 and 4, means 0.5, 0 and -0.5, and deviations (2, -1, -1) times 0.1, -0.05 and
   * -0.05, so that jobs and types each sum to 0 and the fit is exact.
   */
  private static LogModel model() {
    double[] levels = {1, 2, 4};
    double[] scales = {0.1, -0.05, -0.05};
    double[][] logs = new double[3][];
    for (int i = 0; i < 3; i++) {
      double scale = scales[i];
      logs[i] =
          new double[] {levels[i] + 0.5 + 2 * scale, levels[i] - scale, levels[i] - 0.5 - scale};
    }
    return LogModel.of(List.of(logs), 3);
  }

  /**
   * The sample variances are 0.03, 0.0075 and 0.0075; two prior jobs beside three weigh 0.4, and
   * have the mean variance 0.015.
   */
  @Test
  void predictUnmeasured_threeJobs_addsTheVarianceOfAFurtherLevel() {
    Prediction prediction = model().predictUnmeasured();
    double level = 7.0 / 3;
    assertArrayEquals(
        new double[] {level + 0.5, level, level - 0.5}, prediction.rates, 1e-9, "mean levels");
    double ofLevels = 14.0 / 3 / 2 * (1 + 1.0 / 3);
    assertArrayEquals(
        new double[] {
          ofLevels + 0.6 * 0.03 + 0.4 * 0.015 + NOISE,
          ofLevels + 0.6 * 0.0075 + 0.4 * 0.015 + NOISE,
          ofLevels + 0.6 * 0.0075 + 0.4 * 0.015 + NOISE
        },
        prediction.variances,
        1e-9);
    assertEquals(
        Math.sqrt(prediction.variances[1] + NOISE), LogModel.deviation(prediction, 1), 1e-12);
  }

  @Test
  void predictUnmeasured_oneJob_hasThePriorVarianceOfLevels() {
    Prediction prediction = LogModel.of(List.of(new double[] {3, 1}), 2).predictUnmeasured();
    assertArrayEquals(new double[] {3, 1}, prediction.rates, 1e-12);
    assertEquals(100 + NOISE, prediction.variances[0], 1e-9);
  }

  /** One measured type is met at any level; what is left is the variance of the difference. */
  @Test
  void predict_oneMeasured_leavesTheVarianceOfTheDifference() {
    Prediction prediction = model().predict(new double[] {Double.NaN, 9, Double.NaN});
    assertArrayEquals(new double[] {9.5, 9, 8.5}, prediction.rates, 1e-9);
    double first = 100 + 0.6 * 0.03 + 0.4 * 0.015 + NOISE;
    double second = 100 + 0.6 * 0.0075 + 0.4 * 0.015 + NOISE;
    double both = 100 - 0.6 * 0.015;
    assertEquals(
        first - both * both / (second + NOISE), prediction.variances[0], 1e-9, "of the first");
  }

  /** With all levels alike in the prior, two types move the third by their common deviation. */
  @Test
  void predict_twoMeasured_keepsTheirLevel() {
    Prediction prediction = model().predict(new double[] {2.7, Double.NaN, 1.5});
    // The measured values lie at level 2.1 with deviations 0.1 and -0.1 from the means.
    double own = 0.6 * 0.0075 + 0.4 * 0.015 + NOISE;
    double k00 = 100 + 0.6 * 0.03 + 0.4 * 0.015 + 2 * NOISE;
    double k22 = 100 + own + NOISE;
    double k02 = 100 - 0.6 * 0.015;
    double k10 = 100 - 0.6 * 0.015;
    double k12 = 100 + 0.6 * 0.0075;
    double determinant = k00 * k22 - k02 * k02;
    double w0 = (k10 * k22 - k12 * k02) / determinant;
    double w2 = (k12 * k00 - k10 * k02) / determinant;
    assertEquals(2.1 + 0.1 * w0 - 0.1 * w2, prediction.rates[1], 1e-9);
  }

  @Test
  void unlinked_chainAgainstTheOrderOfJobs_isFollowedToItsEnd() {
    double gap = Double.NaN;
    assertEquals(
        -1,
        LogModel.unlinked(
            List.of(
                new double[] {gap, gap, 1, 1},
                new double[] {gap, 1, 1, gap},
                new double[] {1, 1, gap, gap}),
            4));
    assertEquals(
        2,
        LogModel.unlinked(
            List.of(new double[] {gap, gap, 1, 1}, new double[] {1, 1, gap, gap}), 4));
    assertEquals(0, LogModel.unlinked(List.of(), 2));
  }
}
