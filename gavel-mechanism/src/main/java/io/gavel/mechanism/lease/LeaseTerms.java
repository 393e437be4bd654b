package io.gavel.mechanism.lease;

/**
 * The terms of a lease: how long a job may run. A version replaces all lower ones. Immutable.
 *
 * @param version the version, from 0; every change adds one
 * @param maxSteps the number of steps, counted since the job began, after which it runs no further
 *     step
 * @param finalSteps the number of steps at which the job stops at once and for good, because it is
 *     complete or another member of its gang stopped there; positive infinity if neither is known.
 *     At a lower {@code maxSteps} the job waits until the end of the lease, which may be extended
 * @param endSeconds when the lease ends
 * @param lateSeconds how much longer the job may run to reach the step that its gang agreed on; 0
 *     without such a step
 */
public record LeaseTerms(
    long version, double maxSteps, double finalSteps, double endSeconds, double lateSeconds) {

  /**
   * Checks the numbers.
   *
   * @param version at least 0
   * @param maxSteps at least 0 and at most {@code finalSteps}
   * @param finalSteps at least 0
   * @param endSeconds finite
   * @param lateSeconds finite and at least 0
   * @throws IllegalArgumentException if a number is out of range
   */
  public LeaseTerms {
    boolean steps = maxSteps >= 0 && maxSteps <= finalSteps;
    boolean times = lateSeconds >= 0 && Double.isFinite(endSeconds + lateSeconds);
    if (version < 0 || !steps || !times) {
      throw new IllegalArgumentException(
          ("lease terms have version %s, max steps %s, final steps %s, end %s, late time %s;"
                  + " version, steps and late time must be at least 0, max steps at most final"
                  + " steps, times finite")
              .formatted(version, maxSteps, finalSteps, endSeconds, lateSeconds));
    }
  }

  /** Returns whether the job stops for good after the last step. */
  boolean isFinal() {
    return maxSteps >= finalSteps;
  }

  /** Returns whether a job has to stop after this number of steps. */
  boolean isOver(double steps, double nowSeconds) {
    boolean last = steps >= maxSteps && (isFinal() || nowSeconds >= endSeconds);
    return last || !mayRunAt(nowSeconds);
  }

  boolean mayRunAt(double nowSeconds) {
    return nowSeconds < endSeconds + lateSeconds;
  }
}
