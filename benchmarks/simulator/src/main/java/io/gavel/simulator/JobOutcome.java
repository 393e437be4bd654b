package io.gavel.simulator;

import io.gavel.workload.JobKind;
import java.util.OptionalDouble;

/**
 * What became of a job. Immutable.
 *
 * @param id the trace's identifier
 * @param kind job type and scale factor
 * @param weight priority weight
 * @param arrivalSeconds when it arrived
 * @param startSeconds when it first ran; empty if never
 * @param completionSeconds when its last step was done; empty if it was not completed
 * @param rho its time in the cluster, over that of its work on its fastest type times the average
 *     number of jobs there (Themis' measure); empty if it was not completed, or not measured
 * @param restarts how often it began again on other workers
 * @param dueSeconds when it was to be completed; empty if it had no deadline, or none was kept
 */
public record JobOutcome(
    String id,
    JobKind kind,
    double weight,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble completionSeconds,
    OptionalDouble rho,
    int restarts,
    OptionalDouble dueSeconds) {

  /**
   * An outcome of which no more is known.
   *
   * @param id the trace's identifier
   * @param kind job type and scale factor
   * @param weight priority weight
   * @param arrivalSeconds when it arrived
   * @param startSeconds when it first ran
   * @param completionSeconds when its last step was done
   */
  public JobOutcome(
      String id,
      JobKind kind,
      double weight,
      double arrivalSeconds,
      OptionalDouble startSeconds,
      OptionalDouble completionSeconds) {
    this(
        id,
        kind,
        weight,
        arrivalSeconds,
        startSeconds,
        completionSeconds,
        OptionalDouble.empty(),
        0,
        OptionalDouble.empty());
  }

  /**
   * The job completion time.
   *
   * @return seconds from arrival to completion; empty if it was not completed
   */
  public OptionalDouble jctSeconds() {
    return completionSeconds.isPresent()
        ? OptionalDouble.of(completionSeconds.getAsDouble() - arrivalSeconds)
        : OptionalDouble.empty();
  }
}
