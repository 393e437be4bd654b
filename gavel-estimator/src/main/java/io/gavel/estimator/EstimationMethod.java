package io.gavel.estimator;

import io.gavel.estimator.table.ReferenceTable;

/**
 * A way to complete a partially measured row.
 *
 * <p>The estimators that a method fits keep these rules:
 *
 * <ol>
 *   <li value="1"><b>Measured is measured</b> &ndash; measured rates are returned unchanged, bit
 *       for bit. A complete row is its own estimate, and an exact measurement makes its entry
 *       exact.
 *   <li value="2"><b>Range</b> &ndash; every rate is from 0 to 1.
 *   <li value="3"><b>No evidence</b> &ndash; a row without measurements gets the mean of the
 *       references in each column, never a random choice.
 *   <li value="4"><b>Names, not positions</b> &ndash; permuting references or columns permutes the
 *       estimate, up to rounding.
 *   <li value="5"><b>Determinism</b> &ndash; equal tables and rows yield equal estimates, bit for
 *       bit; randomness is seeded, and the seed is a parameter.
 * </ol>
 *
 * <p>Implementations are immutable and may be shared by threads. {@code
 * EstimationMethods.standard()} is the method to start with.
 */
@FunctionalInterface
public interface EstimationMethod {

  /**
   * Learns from the job types that were measured in full.
   *
   * @param references the rows of known job types
   * @return an estimator for rows over the columns of that table
   */
  RowEstimator fit(ReferenceTable references);
}
