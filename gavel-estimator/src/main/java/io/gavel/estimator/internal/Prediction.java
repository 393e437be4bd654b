package io.gavel.estimator.internal;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.table.Measurements;

/**
 * A method's prediction for each column, before range checks and before measurements replace it.
 * Mutable.
 */
public final class Prediction {

  /** Expected rates, one for each column; shared, and may be modified. */
  public final double[] rates;

  /** Variances of the rates, one for each column; shared, and may be modified. */
  public final double[] variances;

  /** Probabilities of 0, one for each column. */
  final double[] zeros;

  /**
   * Creates a prediction of zeros.
   *
   * @param columns the number of columns
   */
  public Prediction(int columns) {
    this.rates = new double[columns];
    this.variances = new double[columns];
    this.zeros = new double[columns];
  }

  /**
   * Adds a weighted case to the first two moments of a column.
   *
   * @param k a column index
   * @param weight of the case; the weights of a column must sum to 1
   * @param rate of the case
   * @param error the standard error of the rate
   * @param zero the probability of 0
   */
  public void mix(int k, double weight, double rate, double error, double zero) {
    rates[k] += weight * rate;
    variances[k] += weight * (error * error + rate * rate);
    zeros[k] += weight * zero;
  }

  /**
   * Turns the second moments of {@link #mix} into variances.
   *
   * @return this prediction
   */
  public Prediction mixed() {
    for (int k = 0; k < rates.length; k++) {
      variances[k] -= rates[k] * rates[k];
    }
    return this;
  }

  /**
   * Returns the estimate of a row. Rates outside [0, 1] are truncated, as in the papers.
   *
   * @param row the measurements, which replace predicted rates
   * @return a complete row
   */
  public Estimate toEstimate(Measurements row) {
    double[] errors = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      rates[k] = Math.max(0, Math.min(1, rates[k]));
      zeros[k] = Math.max(0, Math.min(1, zeros[k]));
      errors[k] = Math.sqrt(Math.max(0, variances[k]));
    }
    return Estimate.of(row, rates, errors, zeros);
  }
}
