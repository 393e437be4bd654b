package io.gavel.mechanism;

import java.util.List;

/**
 * What runs where in one round. Immutable.
 *
 * @param round the number of the round, from 0
 * @param startSeconds when the round begins
 * @param endSeconds when it ends; the caller may plan the next one earlier or later
 * @param leases ordered by worker type, then by first worker; no worker and no job is in two of
 *     them
 */
public record RoundPlan(long round, double startSeconds, double endSeconds, List<Lease> leases) {

  /**
   * Checks the shape and copies the list.
   *
   * @param round at least 0
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param leases what runs
   * @throws IllegalArgumentException naming the component that is out of range
   */
  public RoundPlan {
    leases = List.copyOf(leases);
    if (round < 0) {
      throw new IllegalArgumentException("round is %d; it must be at least 0".formatted(round));
    }
    Require.interval(startSeconds, endSeconds, "round " + round);
  }
}
