package io.gavel.estimator.internal;

import io.gavel.estimator.table.Measurements;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;

/**
 * A Gaussian over the columns, conditioned on measured ones: with measured part {@code m}, noise
 * {@code s}, and {@code L L' = K_mm + s I}, the mean is {@code u + K_.m (K_mm + s I)^-1 (x_m -
 * u_m)} and the variance of column k is {@code K_kk - |L^-1 K_mk|^2}. Immutable.
 */
public final class GaussianPosterior {

  private final double[] means;
  private final double[] covariance; // row-major, columns × columns
  private final double noise;

  /**
   * Creates a Gaussian with the given moments.
   *
   * @param means the expected rate, one for each column; not modified, but retained
   * @param covariance {@code [column][column]} of the rates, row-major; not modified, but retained
   * @param noise variance of a measurement, finite and at least 0
   */
  public GaussianPosterior(double[] means, double[] covariance, double noise) {
    this.means = means;
    this.covariance = covariance;
    this.noise = noise;
  }

  /**
   * Conditions on the measured columns of a row.
   *
   * @param row the measurements
   * @return means and variances of all columns
   */
  public Prediction fill(Measurements row) {
    int[] measured = row.indices();
    double[] values = new double[measured.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.rate(measured[i]);
    }
    return fill(measured, values);
  }

  /** Conditions on values of some columns; {@code O(m^3 + m^2 columns)}. */
  Prediction fill(int[] measured, double[] values) {
    int columns = means.length;
    int m = measured.length;
    double[] lower = choleskyOf(measured);
    double[] v = new double[m * columns];
    double[] residual = new double[m];
    for (int i = 0; i < m; i++) {
      System.arraycopy(covariance, measured[i] * columns, v, i * columns, columns);
      residual[i] = values[i] - means[measured[i]];
      for (int j = 0; j < i; j++) {
        double factor = lower[i * m + j];
        subtract(v, i * columns, factor, j * columns, columns);
        residual[i] -= factor * residual[j];
      }
      double pivot = lower[i * m + i];
      residual[i] /= pivot;
      for (int k = i * columns; k < (i + 1) * columns; k++) {
        v[k] /= pivot;
      }
    }
    return gather(v, residual);
  }

  private double[] choleskyOf(int[] measured) {
    int m = measured.length;
    int columns = means.length;
    DMatrixRMaj matrix = new DMatrixRMaj(m, m);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        matrix.data[i * m + j] = covariance[measured[i] * columns + measured[j]];
      }
      matrix.data[i * m + i] += noise;
    }
    CholeskyDecomposition_F64<DMatrixRMaj> cholesky = DecompositionFactory_DDRM.chol(m, true);
    if (!cholesky.decompose(matrix)) {
      throw new ArithmeticException(
          "covariance of %s measured columns is singular with noise %s; noise must be larger"
              .formatted(m, noise));
    }
    return cholesky.getT(null).data;
  }

  /** {@code v[row..] -= factor * v[pivot..]}, the innermost loop of all estimates. */
  private static void subtract(double[] v, int row, double factor, int pivot, int length) {
    for (int k = 0; k < length; k++) {
      v[row + k] -= factor * v[pivot + k];
    }
  }

  private Prediction gather(double[] v, double[] residual) {
    int columns = means.length;
    Prediction prediction = new Prediction(columns);
    for (int k = 0; k < columns; k++) {
      prediction.rates[k] = means[k];
      prediction.variances[k] = covariance[k * columns + k];
    }
    for (int i = 0; i < residual.length; i++) {
      for (int k = 0; k < columns; k++) {
        double share = v[i * columns + k];
        prediction.rates[k] += share * residual[i];
        prediction.variances[k] -= share * share;
      }
    }
    return prediction;
  }
}
