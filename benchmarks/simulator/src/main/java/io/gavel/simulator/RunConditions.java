package io.gavel.simulator;

import io.gavel.simulator.failure.FailureModel;
import java.util.Optional;

/**
 * What a run may be subject to beside jobs and policy. Immutable.
 *
 * @param untilSeconds the run is over with the first round that ends then or later; infinite = with
 *     the last job
 * @param failures how often workers fail; empty = never
 * @param estimation how the policy comes to know what pairs of jobs do; empty = it is told
 */
public record RunConditions(
    double untilSeconds, Optional<FailureModel> failures, Optional<Estimation> estimation) {

  /** Workers that never fail, a policy that knows all, and an end with the last job. */
  public static final RunConditions NONE =
      new RunConditions(Double.POSITIVE_INFINITY, Optional.empty(), Optional.empty());

  /**
   * Checks the time.
   *
   * @param untilSeconds greater than 0
   * @param failures how often workers fail
   * @param estimation how the policy comes to know what pairs of jobs do
   * @throws IllegalArgumentException if the time is not greater than 0
   */
  public RunConditions {
    if (!(untilSeconds > 0)) {
      throw new IllegalArgumentException(
          "the run is to end at %s s; must be greater than 0".formatted(untilSeconds));
    }
  }

  /**
   * The same with another end.
   *
   * @param seconds greater than 0
   * @return a copy
   */
  public RunConditions until(double seconds) {
    return new RunConditions(seconds, failures, estimation);
  }

  /**
   * The same with workers that fail.
   *
   * @param often how often
   * @return a copy
   */
  public RunConditions with(FailureModel often) {
    return new RunConditions(untilSeconds, Optional.of(often), estimation);
  }

  /**
   * The same with a policy that is not told what pairs of jobs do.
   *
   * @param how it comes to know
   * @return a copy
   */
  public RunConditions with(Estimation how) {
    return new RunConditions(untilSeconds, failures, Optional.of(how));
  }

  /** Whether the run is over. */
  boolean isOver(double now) {
    return now >= untilSeconds;
  }
}
