package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;

/**
 * A job that does not simply run on where it was in the round before, and the time that this takes
 * from its leases. Immutable.
 *
 * @param jobId the job
 * @param kind what happened to it
 * @param lostSeconds of its leases in which it does not progress, by the {@link Overhead} it has
 */
public record Interruption(String jobId, Kind kind, double lostSeconds) {

  /** What happens to a job between two rounds. */
  public enum Kind {
    /** It was running and goes on with other workers, or with another job: saved and loaded. */
    MOVED,
    /** It was running and pauses: saved. */
    PREEMPTED,
    /** It goes on after a pause: loaded. */
    RESUMED,
    /** It begins again from what it saved before it failed or lost a worker: loaded. */
    RESTARTED
  }

  /**
   * Checks the time.
   *
   * @param jobId the job
   * @param kind what happened to it
   * @param lostSeconds finite and at least 0
   * @throws IllegalArgumentException if the time is out of range
   */
  public Interruption {
    Require.duration(lostSeconds, "time lost by job", jobId);
  }
}
