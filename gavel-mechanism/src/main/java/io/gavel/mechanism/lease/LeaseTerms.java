package io.gavel.mechanism.lease;

/**
 * How long a job may run. A version replaces all lower ones. Immutable.
 *
 * @param version from 0; every change counts one up
 * @param maxSteps the job runs no step beyond this many, counted since it began
 * @param finalSteps at so many steps the job stops at once and for good: it is complete, or another
 *     of its gang stopped there; positive infinity if neither is known. At a lower {@code maxSteps}
 *     it waits until the end whether the lease is extended
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
          ("terms of a lease are version %d, at most %s of %s steps, until %s and %s seconds; the"
                  + " version must be at least 0, the steps in order, the times finite")
              .formatted(version, maxSteps, finalSteps, endSeconds, lateSeconds));
    }
  }

  /** Whether nothing comes after the last step. */
  boolean isFinal() {
    return maxSteps >= finalSteps;
  }

  /** Whether a job that did so many steps has to stop. */
  boolean isOver(double steps, double nowSeconds) {
    boolean last = steps >= maxSteps && (isFinal() || nowSeconds >= endSeconds);
    return last || !mayRunAt(nowSeconds);
  }

  boolean mayRunAt(double nowSeconds) {
    return nowSeconds < endSeconds + lateSeconds;
  }
}
