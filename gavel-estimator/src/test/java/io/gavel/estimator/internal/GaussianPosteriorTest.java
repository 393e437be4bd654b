package io.gavel.estimator.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.estimator.Tables;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import org.junit.jupiter.api.Test;

final class GaussianPosteriorTest {

  private final Columns columns = Tables.of(new double[3]).columns();

  @Test
  void fill_oneMeasured_isTheRegressionLine() {
    // Covariance 0.04 with correlation 0.5; without noise the slope is 0.5 and 3/4 of variance
    // stay.
    double[] covariance = {0.04, 0.02, 0, 0.02, 0.04, 0, 0, 0, 0.04};
    GaussianPosterior gaussianPosterior =
        new GaussianPosterior(new double[] {0.5, 0.5, 0.5}, covariance, 1e-12);
    Prediction prediction = gaussianPosterior.fill(Measurements.none(columns).with(0, 0.7));
    assertArrayEquals(new double[] {0.7, 0.6, 0.5}, prediction.rates, 1e-9);
    assertArrayEquals(new double[] {0, 0.03, 0.04}, prediction.variances, 1e-9);
  }

  @Test
  void fill_twoMeasured_solvesTheNormalEquations() {
    // K = [[2,1,1],[1,2,1],[1,1,2]] / 100, noise 0.01: weights of both are 1/4 exactly.
    double[] covariance = {0.02, 0.01, 0.01, 0.01, 0.02, 0.01, 0.01, 0.01, 0.02};
    GaussianPosterior gaussianPosterior = new GaussianPosterior(new double[3], covariance, 0.01);
    Prediction prediction =
        gaussianPosterior.fill(Measurements.none(columns).with(0, 0.4).with(1, 0.8));
    assertEquals(0.3, prediction.rates[2], 1e-12);
    assertEquals(0.015, prediction.variances[2], 1e-12);
  }

  @Test
  void fill_notACovariance_isReported() {
    double[] wrong = {1, 2, 0, 2, 1, 0, 0, 0, 1};
    GaussianPosterior gaussianPosterior = new GaussianPosterior(new double[3], wrong, 1e-9);
    Measurements row = Measurements.none(columns).with(0, 1).with(1, 1);
    assertThrows(ArithmeticException.class, () -> gaussianPosterior.fill(row));
  }
}
