package io.gavel.estimator;

/**
 * What all fitted estimators share: the check of the columns and the answers that need no method.
 */
abstract class FittedRows implements RowEstimator {

  final ReferenceTable references;
  final double[] means;

  FittedRows(ReferenceTable references) {
    this.references = references;
    this.means = references.columnMeans();
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
      return Estimate.of(row, means);
    }
    return fill(row);
  }

  /** Fills in a row of which something is known and something is not. */
  abstract Estimate fill(Measurements row);
}
