package io.gavel.mechanism.contract;

/**
 * One thing that happens to a mechanism, in small integers: whatever they are, it can happen.
 * Immutable.
 *
 * @param what kind of step
 * @param which to whom: a job, a lease, a worker, counted around
 * @param amount how much: time that goes by, and what the kind makes of it
 */
public record RoundStep(What what, int which, int amount) {

  /** The kinds of steps. */
  public enum What {
    /** The round ends, and the next is planned. */
    NEXT_ROUND,
    /** A round is planned before the last one ended, or after. */
    OTHER_ROUND,
    /** Jobs come and go, or turn out otherwise, and there is another allocation. */
    ALLOCATION,
    /** The same, and no allocation knows yet. */
    PROBLEM,
    /** A job is done. */
    DONE,
    /** A job failed, under a lease of now or long ago. */
    FAILED,
    /** A lease ended early, of now or long ago. */
    LEASE_ENDED,
    /** A job reports progress, under a lease of now or long ago. */
    PROGRESS,
    /** It costs another time to move a job. */
    OVERHEAD,
    /** A worker is lost. */
    WORKER_LOST,
    /** All workers of a server are lost. */
    SERVER_LOST,
    /** A worker is drained. */
    WORKER_DRAINED,
    /** All workers of a pool return. */
    POOL_RETURNED
  }

  @Override
  public String toString() {
    return "%s(%d, %d)".formatted(what, which, amount);
  }
}
