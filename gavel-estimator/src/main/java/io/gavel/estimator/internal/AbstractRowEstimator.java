package io.gavel.estimator.internal;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;

/**
 * The common part of fitted estimators: the check of the columns, and estimates of rows that are
 * complete or empty. Immutable, if subclasses are.
 */
public abstract class AbstractRowEstimator implements RowEstimator {

  /** The rows of known job types. */
  public final ReferenceTable references;

  private final Prediction prior;

  /**
   * Creates an estimator with the prior of a table.
   *
   * @param references the rows of known job types
   */
  public AbstractRowEstimator(ReferenceTable references) {
    this.references = references;
    this.prior = prior(references);
  }

  /** Returns the columns of the references: mean, spread and share of zeros of each. */
  private static Prediction prior(ReferenceTable references) {
    Prediction prior = new Prediction(references.columns().size());
    for (int i = 0; i < references.size(); i++) {
      for (int k = 0; k < prior.rates.length; k++) {
        double rate = references.rate(i, k);
        prior.mix(k, 1.0 / references.size(), rate, 0, rate == 0 ? 1 : 0);
      }
    }
    return prior.mixed();
  }

  @Override
  public final Columns columns() {
    return references.columns();
  }

  @Override
  public final Estimate estimate(Measurements row) {
    columns().requireSame(row.columns(), "row", "the reference table");
    if (row.count() == 0 || row.count() == columns().size()) {
      return prior.toEstimate(row);
    }
    return fill(row).toEstimate(row);
  }

  /**
   * Completes a row that is neither complete nor empty.
   *
   * @param row the measurements
   * @return the prediction
   */
  public abstract Prediction fill(Measurements row);

  /**
   * Returns a prediction whose uncertainty is the spread among the references.
   *
   * @param rates one rate for each column; not modified, not retained
   * @return the prediction
   */
  public final Prediction withPriorSpread(double[] rates) {
    Prediction prediction = new Prediction(rates.length);
    System.arraycopy(rates, 0, prediction.rates, 0, rates.length);
    System.arraycopy(prior.variances, 0, prediction.variances, 0, rates.length);
    return prediction;
  }
}
