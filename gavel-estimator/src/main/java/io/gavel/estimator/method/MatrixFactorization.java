package io.gavel.estimator.method;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.internal.AbstractRowEstimator;
import io.gavel.estimator.internal.Prediction;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * Probabilistic matrix factorisation by alternating least squares, as in Gavel §6.
 *
 * <p>Each row and column has a vector of {@code rank} numbers; a rate is the product of the vectors
 * of its row and column. Row and column vectors are found in turn, each from the other by ridge
 * regression over the measurements, from a random start that depends on the seed and the columns'
 * names. Products outside [0, 1] are truncated, as in the paper. {@link EstimationMethods#standard}
 * is more accurate; this method is a baseline, and serves matrices without complete rows. It does
 * not compute standard errors; it uses the spread of the column instead.
 *
 * <p>One sweep takes {@code O(entries · rank² + (rows + columns) · rank³)}. Immutable.
 *
 * @param rank the length of the vectors, at least 1
 * @param regularization weight of the squared factors against squared errors, finite and {@code >
 *     0}
 * @param seed of the random start
 * @param sweeps the largest number of sweeps, at least 1
 * @param tolerance sweeps end once the root mean square change of all products is at most this,
 *     finite and at least 0
 */
public record MatrixFactorization(
    int rank, double regularization, long seed, int sweeps, double tolerance)
    implements EstimationMethod {

  /**
   * Checks the parameters.
   *
   * @param rank at least 1
   * @param regularization finite and {@code > 0}
   * @param seed any
   * @param sweeps at least 1
   * @param tolerance finite and at least 0
   * @throws IllegalArgumentException if a parameter is not as described
   */
  public MatrixFactorization {
    Require.atLeast(1, rank, "rank");
    Require.positive(regularization, "regularization");
    Require.atLeast(1, sweeps, "number of sweeps");
    Require.nonNegative(tolerance, "tolerance");
  }

  /**
   * Returns the parameters of Gavel. They overfit a row with few measurements and stop before
   * convergence.
   *
   * <p>The original code ends its sweeps once the Frobenius norm of the change, divided by the
   * number of entries, is below 0.001. On its table of 17 rows and 78 columns, that is a root mean
   * square change of 0.036.
   *
   * @param seed of the random start
   * @return rank 10, regularisation 0.01, tolerance 0.036
   */
  public static MatrixFactorization published(long seed) {
    return new MatrixFactorization(10, 0.01, seed, 100, 0.036);
  }

  /**
   * Returns parameters for a few dozen reference types.
   *
   * @param seed of the random start
   * @return rank 3, regularisation 0.1
   */
  public static MatrixFactorization create(long seed) {
    return new MatrixFactorization(3, 0.1, seed, 100, 1e-3);
  }

  /**
   * Completes a matrix in which any row may have gaps.
   *
   * @param rows the measured parts of the rows, all over the same columns
   * @return a complete row for each, in order; a row without measurements gets the mean of the
   *     measurements in each column, and a column without measurements is 0, the mean of the prior
   * @throws IllegalArgumentException if rows differ in their columns
   */
  public List<Estimate> complete(List<Measurements> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Columns columns = rows.get(0).columns();
    for (int i = 1; i < rows.size(); i++) {
      columns.requireSame(rows.get(i).columns(), "row " + i, "row 0");
    }
    AlternatingLeastSquares factors = AlternatingLeastSquares.solve(this, columns, rows);
    Prediction means = measuredMeans(columns, rows);
    List<Estimate> estimates = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      Measurements row = rows.get(i);
      Prediction prediction = new Prediction(columns.size());
      System.arraycopy(means.variances, 0, prediction.variances, 0, columns.size());
      double[] rates = row.count() == 0 ? means.rates : factors.product(i);
      System.arraycopy(rates, 0, prediction.rates, 0, columns.size());
      estimates.add(prediction.toEstimate(row));
    }
    return estimates;
  }

  /** Returns mean and spread of the measurements in each column. */
  private static Prediction measuredMeans(Columns columns, List<Measurements> rows) {
    Prediction means = new Prediction(columns.size());
    int[] counts = new int[columns.size()];
    for (Measurements row : rows) {
      for (int k : row.indices()) {
        counts[k]++;
      }
    }
    for (Measurements row : rows) {
      for (int k : row.indices()) {
        means.mix(k, 1.0 / counts[k], row.rate(k), 0, 0);
      }
    }
    return means.mixed();
  }

  @Override
  public RowEstimator fit(ReferenceTable references) {
    List<Measurements> known = new ArrayList<>();
    for (int i = 0; i < references.size(); i++) {
      known.add(references.complete(i));
    }
    return new AbstractRowEstimator(references) {
      @Override
      public Prediction fill(Measurements row) {
        List<Measurements> rows = new ArrayList<>(known);
        rows.add(row);
        return withPriorSpread(
            AlternatingLeastSquares.solve(MatrixFactorization.this, columns(), rows)
                .product(rows.size() - 1));
      }
    };
  }
}
