package io.gavel.mechanism;

import io.gavel.policies.internal.Require;

/**
 * When to compute the allocation anew: after an arrival, a completion, a failure or a change of
 * workers, but no more often than a least time apart. Immutable: each event gives a new one, so
 * that its owner stores it with the rest of a scheduler's state.
 *
 * <pre>{@code
 * trigger = trigger.changed();          // a job came, ended or failed; a worker was lost or came back
 * if (trigger.isDue(now)) {             // asked before each round is planned
 *   scheduler.accept(new AllocationChanged(now, policy.allocate(problem)));
 *   trigger = trigger.computed(now);
 * }
 * }</pre>
 *
 * <p>An event while an allocation is being computed must be told after {@link #computed}, not
 * before: what was computed does not know of it.
 *
 * @param minSeconds the least time between two allocations, finite and at least 0; 0 = before any
 *     round after a change
 * @param lastSeconds when the last allocation was asked for; negative infinity before the first
 * @param stale whether something changed since
 */
public record RecomputeTrigger(double minSeconds, double lastSeconds, boolean stale) {

  /** The least time of Gavel's program, in seconds. */
  private static final double DEFAULT_SECONDS = 1920;

  /**
   * Checks the times.
   *
   * @param minSeconds finite and at least 0
   * @param lastSeconds not NaN
   * @param stale whether something changed since
   * @throws IllegalArgumentException naming the time that is out of range
   */
  public RecomputeTrigger {
    if (!(minSeconds >= 0) || minSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "least time between allocations is %s seconds; it must be finite and at least 0"
              .formatted(minSeconds));
    }
    if (Double.isNaN(lastSeconds)) {
      throw new IllegalArgumentException("time of the last allocation is NaN; it must be a number");
    }
  }

  /**
   * At most every 1,920 seconds, as Gavel's program does.
   *
   * @return a trigger that saw nothing yet
   */
  public static RecomputeTrigger defaults() {
    return of(DEFAULT_SECONDS);
  }

  /**
   * At most every so many seconds.
   *
   * @param minSeconds finite and at least 0
   * @return a trigger that saw nothing yet
   * @throws IllegalArgumentException if it is out of range
   */
  public static RecomputeTrigger of(double minSeconds) {
    return new RecomputeTrigger(minSeconds, Double.NEGATIVE_INFINITY, false);
  }

  /**
   * Something changed that an allocation depends on.
   *
   * @return the trigger from now on
   */
  public RecomputeTrigger changed() {
    return new RecomputeTrigger(minSeconds, lastSeconds, true);
  }

  /**
   * An allocation was computed from all that had changed so far.
   *
   * @param nowSeconds when, finite and not before the last
   * @return the trigger from now on
   * @throws IllegalArgumentException if the time is not finite or goes back
   */
  public RecomputeTrigger computed(double nowSeconds) {
    Require.finite(nowSeconds, "time of an allocation");
    double at = Require.advance(lastSeconds, nowSeconds, "allocation");
    return new RecomputeTrigger(minSeconds, at, false);
  }

  /**
   * Whether the allocation is to be computed now.
   *
   * @param nowSeconds the time
   * @return true if something changed and the least time has passed
   */
  public boolean isDue(double nowSeconds) {
    return stale && nowSeconds - lastSeconds >= minSeconds;
  }
}
