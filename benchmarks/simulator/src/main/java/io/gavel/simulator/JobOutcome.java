package io.gavel.simulator;

import io.gavel.workload.JobKind;
import java.util.OptionalDouble;

/**
 * The outcome of a job. Immutable.
 *
 * @param id the trace's identifier
 * @param kind job type and scale factor
 * @param gpuMilli thousandths of each worker that it occupies
 * @param weight priority weight
 * @param arrivalSeconds when it arrived, in simulated seconds
 * @param startSeconds when it first ran; empty if never
 * @param completionSeconds when it completed its last step; empty if it did not complete
 * @param rho its time in the cluster divided by the time of its work on its fastest type times the
 *     average number of jobs in the cluster (the measure of Themis); empty if it did not complete
 *     or was not measured
 * @param restarts how often it resumed on other workers
 * @param dueSeconds its deadline; empty if it had none, or none was recorded
 */
public record JobOutcome(
    String id,
    JobKind kind,
    int gpuMilli,
    double weight,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble completionSeconds,
    OptionalDouble rho,
    int restarts,
    OptionalDouble dueSeconds) {

  /**
   * Returns the job completion time.
   *
   * @return seconds from arrival to completion; empty if it did not complete
   */
  public OptionalDouble jctSeconds() {
    return completionSeconds.isPresent()
        ? OptionalDouble.of(completionSeconds.getAsDouble() - arrivalSeconds)
        : OptionalDouble.empty();
  }
}
