package io.gavel.estimator.evaluate;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.table.Measurements;
import io.gavel.policies.internal.Require;

/**
 * An estimate with the truth: a job type that is known in full was treated as new. Immutable.
 *
 * @param jobType the name of the job type
 * @param estimate the estimate from a part of its row
 * @param truth its complete row
 */
public record HeldOutTrial(String jobType, Estimate estimate, Measurements truth) {

  /**
   * Checks that the two rows can be compared.
   *
   * @param jobType not blank
   * @param estimate over the same columns as the truth
   * @param truth a row measured in full
   * @throws IllegalArgumentException if the name is blank, the rows differ in their columns, or the
   *     truth has gaps
   */
  public HeldOutTrial {
    Require.name(jobType, "job type of a trial");
    truth.columns().requireSame(estimate.columns(), "estimate of " + jobType, "its truth");
    if (truth.count() < truth.columns().size()) {
      throw new IllegalArgumentException(
          "truth of \"%s\" has %s of %s columns; it must have all"
              .formatted(jobType, truth.count(), truth.columns().size()));
    }
  }

  /** Returns the number of estimated columns, including partners' rates. */
  int missing() {
    return estimate.columns().size() - estimate.measurements().count();
  }

  /** Returns the root mean square error over the estimated columns. */
  double rmse() {
    double sum = 0;
    for (int k = 0; k < estimate.columns().size(); k++) {
      double error = estimate.rate(k) - truth.rate(k); // 0 where measured
      sum += error * error;
    }
    return Math.sqrt(sum / missing());
  }
}
