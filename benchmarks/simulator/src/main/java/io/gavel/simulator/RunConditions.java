package io.gavel.simulator;

import io.gavel.simulator.failure.FailureModel;
import java.util.Optional;

/**
 * Conditions of a run other than jobs and policy: end time, worker failures, estimation. Immutable.
 *
 * @param untilSeconds the run ends with the first round that ends at this time or later; infinite =
 *     with the last job
 * @param failures how often workers fail; empty = never
 * @param estimation how throughputs of pairs of jobs are estimated; empty = the policy reads them
 *     from the table
 */
public record RunConditions(
    double untilSeconds, Optional<FailureModel> failures, Optional<Estimation> estimation) {

  /** No failures, no estimation, and an end with the last job. */
  public static final RunConditions NONE =
      new RunConditions(Double.POSITIVE_INFINITY, Optional.empty(), Optional.empty());

  /**
   * Checks the end time.
   *
   * @param untilSeconds greater than 0
   * @param failures how often workers fail
   * @param estimation how throughputs of pairs of jobs are estimated
   * @throws IllegalArgumentException if the end time is not greater than 0
   */
  public RunConditions {
    if (!(untilSeconds > 0)) {
      throw new IllegalArgumentException(
          "end of the run is %s s; must be greater than 0".formatted(untilSeconds));
    }
  }

  /**
   * Returns a copy with another end time.
   *
   * @param seconds greater than 0
   * @return a copy
   */
  public RunConditions until(double seconds) {
    return new RunConditions(seconds, failures, estimation);
  }

  /**
   * Returns a copy with failing workers.
   *
   * @param often how often workers fail
   * @return a copy
   */
  public RunConditions with(FailureModel often) {
    return new RunConditions(untilSeconds, Optional.of(often), estimation);
  }

  /**
   * Returns a copy in which the throughputs of pairs of jobs are estimated.
   *
   * @param how the estimation
   * @return a copy
   */
  public RunConditions with(Estimation how) {
    return new RunConditions(untilSeconds, failures, Optional.of(how));
  }

  /** Whether the run is over at a time. */
  boolean isOver(double now) {
    return now >= untilSeconds;
  }
}
