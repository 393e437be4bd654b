package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;

/**
 * The time it takes to stop a job and to start it again. Immutable.
 *
 * @param checkpointSeconds the time to save the job's state, at the end of a lease that is not
 *     extended
 * @param restoreSeconds the time to load the job's state, at the start of every lease except the
 *     first
 */
public record Overhead(double checkpointSeconds, double restoreSeconds) {

  /**
   * Checks the times.
   *
   * @param checkpointSeconds finite and at least 0
   * @param restoreSeconds finite and at least 0
   * @throws IllegalArgumentException naming the time that is out of range
   */
  public Overhead {
    Require.duration(checkpointSeconds, "time of a checkpoint");
    Require.duration(restoreSeconds, "time to restore");
  }

  /**
   * Returns no overhead.
   *
   * @return zeros
   */
  public static Overhead none() {
    return new Overhead(0, 0);
  }
}
