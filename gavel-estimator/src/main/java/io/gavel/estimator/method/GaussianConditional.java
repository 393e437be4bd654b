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
 * Treats rows as draws from one Gaussian, whose mean and covariance come from the references; a new
 * row is conditioned on its measurements. Results outside [0, 1] are truncated.
 *
 * <p>Few references give poor estimates of single correlations, so each is shrunk towards the mean
 * of its group: columns of one worker type, columns of one partner, or neither. These means over
 * many pairs of columns form a covariance of their own, {@code a + b [same worker type] + c [same
 * partner]}, which is positive semidefinite by construction as {@code a, b, c >= 0}.
 *
 * <p>Fitting takes {@code O(references · columns²)}, a row {@code O(m² · columns)} for m
 * measurements. Immutable.
 *
 * @param shrinkage how far correlations move towards the mean of their group, from 0 to 1
 * @param noise variance of a measurement, finite and {@code > 0}; 0.001 is an error of 3 %
 */
public record GaussianConditional(double shrinkage, double noise) implements EstimationMethod {

  /**
   * Checks the parameters.
   *
   * @param shrinkage from 0 to 1
   * @param noise finite and {@code > 0}
   * @throws IllegalArgumentException if a parameter is not as described
   */
  public GaussianConditional {
    Require.fraction(shrinkage, "shrinkage");
    Require.positive(noise, "noise");
  }

  /**
   * Returns a method with parameters for a few dozen references.
   *
   * @return shrinkage 0.4, noise 0.001
   */
  public static GaussianConditional create() {
    return new GaussianConditional(0.4, 0.001);
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    GaussianPosterior gaussianPosterior =
        new GaussianPosterior(
            references.columnMeans(), ShrunkenCovariance.of(references, shrinkage), noise);
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        return gaussianPosterior.fill(row);
      }
    };
  }
}
