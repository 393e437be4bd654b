package io.gavel.mechanism;

import io.gavel.policies.internal.Require;

/**
 * Decides when to recompute the allocation: after an arrival, a completion, a failure or a change
 * of workers, but with a minimum time between two allocations. Immutable: each event returns a new
 * trigger, which its owner stores with the rest of a scheduler's state.
 *
 * <pre>{@code
 * trigger = trigger.changed();          // a job arrived, ended or failed, or workers changed
 * if (trigger.isDue(now)) {             // before each plan
 *   scheduler.accept(new AllocationChanged(now, policy.allocate(problem)));
 *   trigger = trigger.computed(now);
 * }
 * }</pre>
 *
 * <p>If an event happens while an allocation is being computed, call {@link #changed} after {@link
 * #computed}, not before: the allocation does not include that event.
 *
 * @param minSeconds the minimum time between two allocations, finite and at least 0; 0 = before
 *     every round that follows a change
 * @param lastSeconds when the last allocation was requested; negative infinity before the first
 * @param stale whether something changed since then
 */
public record RecomputeTrigger(double minSeconds, double lastSeconds, boolean stale) {

  /** The minimum time in the original Gavel code, in seconds. */
  private static final double DEFAULT_SECONDS = 1920;

  /**
   * Checks the times.
   *
   * @param minSeconds finite and at least 0
   * @param lastSeconds not NaN
   * @param stale whether something changed since then
   * @throws IllegalArgumentException naming the time that is out of range
   */
  public RecomputeTrigger {
    if (!(minSeconds >= 0) || minSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "minimum time between allocations is %s seconds; it must be finite and at least 0"
              .formatted(minSeconds));
    }
    if (Double.isNaN(lastSeconds)) {
      throw new IllegalArgumentException("time of the last allocation is NaN; it must be a number");
    }
  }

  /**
   * Creates a trigger that is due at most every 1,920 seconds, as in the original Gavel code.
   *
   * @return a trigger without events
   */
  public static RecomputeTrigger defaults() {
    return of(DEFAULT_SECONDS);
  }

  /**
   * Creates a trigger with a minimum time between allocations.
   *
   * @param minSeconds finite and at least 0
   * @return a trigger without events
   * @throws IllegalArgumentException if the time is out of range
   */
  public static RecomputeTrigger of(double minSeconds) {
    return new RecomputeTrigger(minSeconds, Double.NEGATIVE_INFINITY, false);
  }

  /**
   * Records a change that an allocation depends on.
   *
   * @return the trigger after the change
   */
  public RecomputeTrigger changed() {
    return new RecomputeTrigger(minSeconds, lastSeconds, true);
  }

  /**
   * Records that an allocation was computed that includes all changes so far.
   *
   * @param nowSeconds when, finite and not before the last allocation
   * @return the trigger after the allocation
   * @throws IllegalArgumentException if the time is not finite or goes back
   */
  public RecomputeTrigger computed(double nowSeconds) {
    Require.finite(nowSeconds, "time of an allocation");
    double at = Require.advance(lastSeconds, nowSeconds, "allocation");
    return new RecomputeTrigger(minSeconds, at, false);
  }

  /**
   * Returns whether to compute the allocation now.
   *
   * @param nowSeconds the current time
   * @return true if something changed and the minimum time has passed
   */
  public boolean isDue(double nowSeconds) {
    return stale && nowSeconds - lastSeconds >= minSeconds;
  }
}
