package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;

/**
 * The interruption of a job between two rounds, and the time that it costs. A job is interrupted
 * unless it continues on the same workers. Immutable.
 *
 * @param jobId the job
 * @param kind the event
 * @param lostSeconds seconds of its leases in which it makes no progress, by its {@link Overhead}
 */
public record Interruption(String jobId, Kind kind, double lostSeconds) {

  /** What happens to a job between two rounds. */
  public enum Kind {
    /** The job was running and continues on other workers or with another job: saved and loaded. */
    MOVED,
    /** The job was running and pauses: saved. */
    PREEMPTED,
    /** The job continues after a pause: loaded. */
    RESUMED,
    /**
     * The job restarts from its last checkpoint after a failure or the loss of a worker: loaded.
     */
    RESTARTED
  }

  /**
   * Checks the time.
   *
   * @param jobId the job
   * @param kind the event
   * @param lostSeconds finite and at least 0
   * @throws IllegalArgumentException if the time is out of range
   */
  public Interruption {
    Require.duration(lostSeconds, "time lost by job", jobId);
  }
}
