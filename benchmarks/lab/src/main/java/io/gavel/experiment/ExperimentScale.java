package io.gavel.experiment;

import io.gavel.simulator.Window;
import io.gavel.workload.Workload;

/** The scale of an experiment. */
public enum ExperimentScale {
  /** The published scale, with fewer seeds where stated. */
  FULL,
  /** A small scale for every build; clusters do not reach a steady state. */
  REDUCED;

  /**
   * Returns the measured jobs of an endless run.
   *
   * @param from the first measured job at full scale
   * @param to the end of the measured jobs at full scale
   * @return the window
   */
  public Window window(int from, int to) {
    return this == FULL
        ? new Window(from, to)
        : new Window(from / 40, from / 40 + (to - from) / 20);
  }

  /**
   * Returns an endless source of jobs; at reduced scale only the measured jobs, because of costly
   * policies.
   *
   * @param workload the distribution of jobs
   * @param window the measured jobs
   * @return the source of jobs
   */
  public JobSource jobs(Workload workload, Window window) {
    return this == FULL ? JobSource.endless(workload) : JobSource.of(workload, window.to());
  }

  /**
   * Scales a number of jobs or runs.
   *
   * @param full the number at full scale
   * @return one tenth at reduced scale, but at least 2
   */
  public int count(int full) {
    return this == FULL ? full : Math.max(2, full / 10);
  }

  /**
   * Scales a number of repetitions.
   *
   * @param full the number at full scale
   * @return 1 at reduced scale
   */
  public int orOne(int full) {
    return this == FULL ? full : 1;
  }
}
