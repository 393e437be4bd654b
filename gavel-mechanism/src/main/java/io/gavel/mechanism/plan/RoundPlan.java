package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;
import java.util.List;

/**
 * The plan of one round: its leases and interruptions. Immutable.
 *
 * @param round the number of the round, from 0
 * @param startSeconds when the round begins
 * @param endSeconds when it ends; the caller may plan the next one earlier or later
 * @param leases ordered by worker type, then by first worker; no job is in two leases, and no
 *     worker either, unless the leases hold shares that together are at most the worker
 * @param interruptions the jobs that do not continue on the same workers, with the cost; jobs with
 *     a lease in the order of the leases, then pausing jobs
 */
public record RoundPlan(
    long round,
    double startSeconds,
    double endSeconds,
    List<Lease> leases,
    List<Interruption> interruptions) {

  /**
   * Creates a plan without interruptions.
   *
   * @param round at least 0
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param leases the leases of the round
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
   * @param leases the leases of the round
   * @param interruptions the jobs that do not continue on the same workers
   * @throws IllegalArgumentException naming the component that is out of range
   */
  public RoundPlan {
    leases = List.copyOf(leases);
    interruptions = List.copyOf(interruptions);
    if (round < 0) {
      throw new IllegalArgumentException("round is %s; it must be at least 0".formatted(round));
    }
    Require.interval(startSeconds, endSeconds, "round", round);
  }

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
      /**
       * The job was running and continues on other workers or with another job: saved and loaded.
       */
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
}
