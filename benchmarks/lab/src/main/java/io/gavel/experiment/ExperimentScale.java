package io.gavel.experiment;

import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;
import java.util.stream.LongStream;

/** How much of an experiment is run. */
public enum ExperimentScale {
  /** As published, but for fewer seeds where it says so. */
  FULL,
  /** Little enough for every build; the clusters are not in a steady state then. */
  REDUCED;

  /**
   * The measured jobs of an endless run.
   *
   * @param from the first of the full run
   * @param to the end of the full run
   * @return the window
   */
  public Window window(int from, int to) {
    return this == FULL
        ? new Window(from, to)
        : new Window(from / 40, from / 40 + (to - from) / 20);
  }

  /**
   * Jobs that keep coming; no more than are measured, in a reduced run, as fits costly policies.
   *
   * @param workload what jobs are made up
   * @param window which are measured
   * @return a source
   */
  public JobSource jobs(Workload workload, Window window) {
    return this == FULL ? JobSource.endless(workload) : JobSource.of(workload, window.to());
  }

  /**
   * A number of jobs or runs.
   *
   * @param full of the full run
   * @return a tenth in a reduced run, and at least 2
   */
  public int count(int full) {
    return this == FULL ? full : Math.max(2, full / 10);
  }

  /**
   * A number of repetitions.
   *
   * @param full of the full run
   * @return 1 in a reduced run
   */
  public int orOne(int full) {
    return this == FULL ? full : 1;
  }

  /**
   * The seeds from 0.
   *
   * @param full how many in the full run
   * @return one in a reduced run
   */
  public List<Long> seeds(int full) {
    return LongStream.range(0, orOne(full)).boxed().toList();
  }
}
