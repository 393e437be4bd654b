package io.gavel.estimator.throughput;

import io.gavel.policies.internal.Require;

/**
 * A job's report of its throughput alone on a worker type during a lease. The report may be wrong.
 * Immutable.
 *
 * @param jobId the reporting job
 * @param jobType the job type; jobs of a type have the same throughputs
 * @param workerType where it ran
 * @param atSeconds when the lease ended, finite
 * @param stepsPerSecond the claimed throughput, finite and {@code > 0}
 */
public record ProgressReport(
    String jobId, String jobType, String workerType, double atSeconds, double stepsPerSecond) {

  /**
   * Checks the components.
   *
   * @param jobId not empty
   * @param jobType not empty
   * @param workerType not empty
   * @param atSeconds finite
   * @param stepsPerSecond finite and {@code > 0}
   * @throws IllegalArgumentException if a component is not as described
   */
  public ProgressReport {
    Require.name(jobId, "job of a report");
    Require.name(jobType, "job type of a report", jobId);
    Require.name(workerType, "worker type of a report", jobId);
    Require.finite(atSeconds, "time of a report", jobId);
    Require.positive(stepsPerSecond, "throughput of a report", jobId);
  }
}
