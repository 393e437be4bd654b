package io.gavel.simulator;

/**
 * Which jobs of a run are measured, by order of arrival: a run ends when all of them are complete,
 * and jobs that arrive later only keep the cluster loaded. Immutable.
 *
 * @param from the first, at least 0
 * @param to the first that is not measured any more
 */
public record Window(int from, int to) {

  /** Every job. */
  public static final Window ALL = new Window(0, Integer.MAX_VALUE);

  /**
   * Checks the order.
   *
   * @param from at least 0
   * @param to greater than {@code from}
   * @throws IllegalArgumentException unless {@code 0 <= from < to}
   */
  public Window {
    if (from < 0 || from >= to) {
      throw new IllegalArgumentException(
          "window is %d..%d; it must begin at 0 or later and hold a job".formatted(from, to));
    }
  }

  /**
   * Whether a job is measured.
   *
   * @param index its place in the order of arrival, from 0
   * @return true inside
   */
  public boolean contains(int index) {
    return index >= from && index < to;
  }

  /**
   * Whether all jobs that arrive are measured.
   *
   * @return true only for {@link #ALL}
   */
  public boolean isEverything() {
    return equals(ALL);
  }
}
