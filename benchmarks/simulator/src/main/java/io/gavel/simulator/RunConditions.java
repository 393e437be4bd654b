package io.gavel.simulator;

import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.deadline.SloMargin;
import io.gavel.simulator.failure.FailureModel;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Conditions of a run other than jobs and policy: end time, worker failures, estimation, learning,
 * how much earlier than their deadlines jobs are planned to end, placement, whether idle workers
 * are filled within rounds, and rules for teams. Immutable.
 *
 * @param untilSeconds the run ends with the first round that ends at this time or later; infinite =
 *     with the last job
 * @param failures how often workers fail; empty = never
 * @param estimation how throughputs of pairs of jobs are estimated; empty = the policy reads them
 *     from the table
 * @param learning how throughputs of jobs alone are learnt; empty = the policy reads them from the
 *     table
 * @param sloMarginSeconds the margin before deadlines, see {@link SloMargin}; empty = two rounds,
 *     the lag of one-worker jobs, and none without rounds
 * @param placement chooses the workers of leases; empty = the first server with room
 * @param fill whether waiting jobs start on idle workers within rounds
 * @param rules teams, quotas and constraints: a problem without jobs, on the cluster of the run;
 *     empty = none
 */
public record RunConditions(
    double untilSeconds,
    Optional<FailureModel> failures,
    Optional<Estimation> estimation,
    Optional<Learning> learning,
    OptionalDouble sloMarginSeconds,
    Optional<PlacementStrategy> placement,
    boolean fill,
    Optional<AllocationProblem> rules) {

  /** No failures, no estimation, an end with the last job, and the margin of two rounds. */
  public static final RunConditions NONE =
      new RunConditions(
          Double.POSITIVE_INFINITY,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          false,
          Optional.empty());

  private static final int MARGIN_ROUNDS = 2;

  /**
   * Checks the end time.
   *
   * @param untilSeconds greater than 0
   * @param failures how often workers fail
   * @param estimation how throughputs of pairs of jobs are estimated
   * @param learning how throughputs of jobs alone are learnt
   * @param sloMarginSeconds finite and at least 0
   * @param placement chooses the workers of leases
   * @param fill whether waiting jobs start on idle workers within rounds
   * @param rules teams, quotas and constraints
   * @throws IllegalArgumentException if the end time or the margin is out of range
   */
  public RunConditions {
    if (!(untilSeconds > 0)) {
      throw new IllegalArgumentException(
          "end of the run is %s s; it must be greater than 0".formatted(untilSeconds));
    }
    double margin = sloMarginSeconds.orElse(0);
    if (!(margin >= 0) || margin == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "margin of SLOs is %s s; it must be finite and at least 0".formatted(margin));
    }
  }

  /**
   * Returns a copy with another end time.
   *
   * @param seconds greater than 0
   * @return a copy
   */
  public RunConditions until(double seconds) {
    return new RunConditions(
        seconds, failures, estimation, learning, sloMarginSeconds, placement, fill, rules);
  }

  /**
   * Returns a copy with failing workers.
   *
   * @param often how often workers fail
   * @return a copy
   */
  public RunConditions with(FailureModel often) {
    return new RunConditions(
        untilSeconds,
        Optional.of(often),
        estimation,
        learning,
        sloMarginSeconds,
        placement,
        fill,
        rules);
  }

  /**
   * Returns a copy in which the throughputs of pairs of jobs are estimated.
   *
   * @param how the estimation
   * @return a copy
   */
  public RunConditions with(Estimation how) {
    return new RunConditions(
        untilSeconds,
        failures,
        Optional.of(how),
        learning,
        sloMarginSeconds,
        placement,
        fill,
        rules);
  }

  /**
   * Returns a copy in which the throughputs of jobs alone are learnt.
   *
   * @param how the learning
   * @return a copy
   */
  public RunConditions with(Learning how) {
    return new RunConditions(
        untilSeconds,
        failures,
        estimation,
        Optional.of(how),
        sloMarginSeconds,
        placement,
        fill,
        rules);
  }

  /**
   * Returns a copy with another margin before deadlines.
   *
   * @param seconds finite and at least 0
   * @return a copy
   */
  public RunConditions withSloMargin(double seconds) {
    return new RunConditions(
        untilSeconds,
        failures,
        estimation,
        learning,
        OptionalDouble.of(seconds),
        placement,
        fill,
        rules);
  }

  /**
   * Returns a copy in which a strategy places leases.
   *
   * @param strategy chooses the workers of new leases
   * @return a copy
   */
  public RunConditions placedBy(PlacementStrategy strategy) {
    return new RunConditions(
        untilSeconds,
        failures,
        estimation,
        learning,
        sloMarginSeconds,
        Optional.of(strategy),
        fill,
        rules);
  }

  /**
   * Returns a copy in which waiting jobs start on idle workers within rounds: when a job arrives,
   * and when one completes.
   *
   * @return a copy
   */
  public RunConditions filling() {
    return new RunConditions(
        untilSeconds, failures, estimation, learning, sloMarginSeconds, placement, true, rules);
  }

  /**
   * Returns a copy with teams, quotas and constraints.
   *
   * @param other a problem without jobs, on the cluster of the run
   * @return a copy
   */
  public RunConditions under(AllocationProblem other) {
    return new RunConditions(
        untilSeconds,
        failures,
        estimation,
        learning,
        sloMarginSeconds,
        placement,
        fill,
        Optional.of(other));
  }

  /** Returns the policy that plans for deadlines with the margin; rounds of 0 s for none. */
  Policy planning(Policy policy, double roundSeconds) {
    return SloMargin.of(policy, sloMarginSeconds.orElse(MARGIN_ROUNDS * roundSeconds));
  }

  /** Returns whether the run is over at a time. */
  boolean isOver(double now) {
    return now >= untilSeconds;
  }
}
