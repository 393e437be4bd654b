package io.gavel.benchmarks.simulation;

import io.gavel.benchmarks.input.JobKind;
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
 */
public record JobOutcome(
    String id,
    JobKind kind,
    double weight,
    double arrivalSeconds,
    OptionalDouble startSeconds,
    OptionalDouble completionSeconds) {

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
