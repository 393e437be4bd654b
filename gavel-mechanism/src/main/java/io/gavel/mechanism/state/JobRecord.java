package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.policies.internal.Require;
import java.util.Optional;

/**
 * The history of a job in addition to its accounts: progress, failures and interruptions.
 * Immutable.
 *
 * @param jobId the job
 * @param lease the number of its latest lease; -1 before the first
 * @param steps the most steps reported under that lease; 0 before a report
 * @param savedUntilSeconds the time up to which its work is saved, as reported under that lease;
 *     negative infinity before such a report
 * @param bestSteps the most steps ever reported; -1 before a report
 * @param failures consecutive failures without progress
 * @param interrupted whether it failed or lost a worker and has not run since
 * @param moves how often it continued on other workers or with another job
 * @param preemptions how often it was paused
 * @param restarts how often it restarted after it failed or lost a worker
 * @param lostSeconds seconds of its leases in which it made no progress for these reasons
 * @param overhead the overhead of the job; empty if no event set it
 */
public record JobRecord(
    String jobId,
    long lease,
    double steps,
    double savedUntilSeconds,
    double bestSteps,
    int failures,
    boolean interrupted,
    long moves,
    long preemptions,
    long restarts,
    double lostSeconds,
    Optional<Overhead> overhead) {

  /**
   * Checks the numbers.
   *
   * @param jobId the job
   * @param lease at least -1
   * @param steps finite and at least 0
   * @param savedUntilSeconds not NaN
   * @param bestSteps at least -1
   * @param failures at least 0
   * @param interrupted whether it failed or lost a worker
   * @param moves at least 0
   * @param preemptions at least 0
   * @param restarts at least 0
   * @param lostSeconds finite and at least 0
   * @param overhead the overhead of the job
   * @throws IllegalArgumentException if a number is out of range
   */
  public JobRecord {
    Require.duration(lostSeconds, "time lost by job", jobId);
    boolean counts = lease >= -1 && failures >= 0 && moves >= 0 && preemptions >= 0;
    boolean numbers = steps >= 0 && bestSteps >= -1 && !Double.isNaN(savedUntilSeconds);
    if (!counts || !numbers || restarts < 0) {
      throw new IllegalArgumentException(
          ("record of job \"%s\": lease %s, steps %s, best %s, saved until %s, failures %s, moves"
                  + " %s, preemptions %s, restarts %s; counts must be at least 0, the first lease"
                  + " and best -1")
              .formatted(
                  jobId,
                  lease,
                  steps,
                  bestSteps,
                  savedUntilSeconds,
                  failures,
                  moves,
                  preemptions,
                  restarts));
    }
  }
}
