package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * What runs where in one round. Immutable.
 *
 * @param round the number of the round, from 0
 * @param startSeconds when the round begins
 * @param endSeconds when it ends; the caller may plan the next one earlier or later
 * @param leases ordered by worker type, then by first worker; no job is in two of them, and no
 *     worker, unless they hold shares of it that are together at most the worker
 * @param interruptions the jobs that do not simply run on where they were, and what it costs them;
 *     those with a lease in the order of the leases, then those that pause
 */
public record RoundPlan(
    long round,
    double startSeconds,
    double endSeconds,
    List<Lease> leases,
    List<Interruption> interruptions) {

  /**
   * A plan that interrupts nobody.
   *
   * @param round at least 0
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param leases what runs
   */
  public RoundPlan(long round, double startSeconds, double endSeconds, List<Lease> leases) {
    this(round, startSeconds, endSeconds, leases, List.of());
  }

  /**
   * Checks the shape and copies the lists.
   *
   * @param round at least 0
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param leases what runs
   * @param interruptions who does not simply run on
   * @throws IllegalArgumentException naming the component that is out of range
   */
  public RoundPlan {
    leases = List.copyOf(leases);
    interruptions = List.copyOf(interruptions);
    if (round < 0) {
      throw new IllegalArgumentException("round is %d; it must be at least 0".formatted(round));
    }
    Require.interval(startSeconds, endSeconds, "round", round);
  }
}
