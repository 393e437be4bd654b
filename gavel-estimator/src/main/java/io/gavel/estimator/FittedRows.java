package io.gavel.estimator;

/**
 * What all fitted estimators share: the check of the columns and the answers that need no method.
 */
abstract class FittedRows implements RowEstimator {

  final ReferenceTable references;
  private final Prediction prior;

  FittedRows(ReferenceTable references) {
    this.references = references;
    this.prior = prior(references);
  }

  /** Each column as the references have it: mean, spread and share of zeros. */
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
    if (!row.columns().equals(columns())) {
      throw new IllegalArgumentException(
          "row has %d columns that are not the %d of the reference table; measure what it has"
              .formatted(row.columns().size(), columns().size()));
    }
    if (row.count() == 0 || row.count() == columns().size()) {
      return prior.toEstimate(row);
    }
    return fill(row).toEstimate(row);
  }

  /** Fills in a row of which something is known and something is not. */
  abstract Prediction fill(Measurements row);

  /** A prediction without uncertainty of its own: the spread among the references stands for it. */
  final Prediction withPriorSpread(double[] rates) {
    Prediction prediction = new Prediction(rates.length);
    System.arraycopy(rates, 0, prediction.rates, 0, rates.length);
    System.arraycopy(prior.variances, 0, prediction.variances, 0, rates.length);
    return prediction;
  }
}
