package io.gavel.mechanism.contract;

/**
 * One step of a course of events, encoded in small integers; all values are valid. Immutable.
 *
 * @param what the kind of step
 * @param which the job, lease or worker concerned, modulo their number
 * @param amount the time that passes, and an argument that depends on the kind
 */
public record RoundStep(What what, int which, int amount) {

  /** The kinds of steps. */
  public enum What {
    /** The round ends and the next is planned. */
    NEXT_ROUND,
    /** A round is planned before or after the end of the last one. */
    OTHER_ROUND,
    /** The jobs or their throughputs change, and there is another allocation. */
    ALLOCATION,
    /** The jobs or their throughputs change, and no allocation includes the change yet. */
    PROBLEM,
    /** A job is done. */
    DONE,
    /** A job failed, under a current or an old lease. */
    FAILED,
    /** A current or an old lease ended early. */
    LEASE_ENDED,
    /** A job reports progress, under a current or an old lease. */
    PROGRESS,
    /** The overhead of a job changes. */
    OVERHEAD,
    /** A worker is lost. */
    WORKER_LOST,
    /** All workers of a server are lost. */
    SERVER_LOST,
    /** A worker is drained. */
    WORKER_DRAINED,
    /** All workers of a pool return. */
    POOL_RETURNED,
    /** Free workers are given away between rounds. */
    FILL
  }

  @Override
  public String toString() {
    return "%s(%s, %s)".formatted(what, which, amount);
  }
}
