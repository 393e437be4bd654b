package io.gavel.estimator;

import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;

/**
 * Completes rows over the columns of the table that it was fitted to, by the rules of {@link
 * EstimationMethod}. Implementations are immutable and may be shared by threads.
 */
public interface RowEstimator {

  /**
   * Returns the columns that rows must have.
   *
   * @return the columns of the reference table
   */
  Columns columns();

  /**
   * Estimates the columns that were not measured.
   *
   * @param row the measurements of a new job type
   * @return a complete row
   * @throws IllegalArgumentException if the row has other columns than the table
   */
  Estimate estimate(Measurements row);
}
