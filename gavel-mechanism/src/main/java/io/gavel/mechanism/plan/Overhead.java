package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;

/**
 * What it costs to take a job from its workers and to put it back. Immutable.
 *
 * @param checkpointSeconds at the end of a lease that is not extended: the job saves its state
 * @param restoreSeconds at the start of a lease, but of the first: the job loads its state
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
   * No overhead.
   *
   * @return zeros
   */
  public static Overhead none() {
    return new Overhead(0, 0);
  }
}
