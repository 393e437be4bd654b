package io.gavel.estimator.method;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.GaussianPosterior;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.internal.ShrunkenCovariance;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;

/**
 * Expresses the row as a combination of the references' rows, {@code x = sum c_i R_i}. The
 * coefficients minimise the squared errors on the measured columns plus {@code regularization}
 * times the squares of the coefficients. Results outside [0, 1] are truncated.
 *
 * <p>Fitting takes {@code O(references · columns²)}, a row {@code O(m² · columns)} for m
 * measurements. Immutable.
 *
 * @param regularization weight of the squared coefficients, finite and {@code > 0}
 */
public record RidgeCombination(double regularization) implements EstimationMethod {

  /**
   * Checks the parameter.
   *
   * @param regularization finite and {@code > 0}
   * @throws IllegalArgumentException if the regularisation is not as described
   */
  public RidgeCombination {
    Require.positive(regularization, "regularization");
  }

  /**
   * Returns a method with a regularisation for a few dozen references.
   *
   * @return regularisation 0.3
   */
  public static RidgeCombination create() {
    return new RidgeCombination(0.3);
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    int columns = references.columns().size();
    // With coefficients of prior variance 1/n, the row is Gaussian with covariance R'R/n.
    double[] covariance = new double[columns * columns];
    for (int i = 0; i < references.size(); i++) {
      ShrunkenCovariance.addOuter(covariance, references.row(i), columns, 1.0 / references.size());
    }
    GaussianPosterior gaussianPosterior =
        new GaussianPosterior(new double[columns], covariance, regularization / references.size());
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        return gaussianPosterior.fill(row);
      }
    };
  }
}
