package io.gavel.simulator;

/**
 * The measured jobs of a run, by order of arrival. A run ends when all of them are complete; jobs
 * that arrive later only keep the cluster loaded. Immutable.
 *
 * @param from index of the first measured job, at least 0
 * @param to index of the first job that is no longer measured
 */
public record Window(int from, int to) {

  /** All jobs. */
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
          "window is %s..%s; it must begin at 0 or later and contain a job".formatted(from, to));
    }
  }

  /**
   * Returns whether a job is measured.
   *
   * @param index position in the order of arrival, from 0
   * @return whether the window contains the index
   */
  public boolean contains(int index) {
    return index >= from && index < to;
  }

  /**
   * Returns whether all jobs that arrive are measured.
   *
   * @return true only for {@link #ALL}
   */
  public boolean isEverything() {
    return equals(ALL);
  }
}
