package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;
import java.util.stream.LongStream;

/** How much of an experiment is run. */
enum Size {
  /** As published, but for fewer seeds where it says so. */
  FULL,
  /** Little enough for every build; the clusters are not in a steady state then. */
  REDUCED;

  /** The measured jobs of an endless run. */
  Window window(int from, int to) {
    return this == FULL
        ? new Window(from, to)
        : new Window(from / 40, from / 40 + (to - from) / 20);
  }

  /**
   * Jobs that keep coming; no more than are measured, in a reduced run, as fits costly policies.
   */
  JobSource jobs(Workload workload, Window window) {
    return this == FULL ? JobSource.endless(workload) : JobSource.of(workload, window.to());
  }

  /** A number of jobs or runs. */
  int count(int full) {
    return this == FULL ? full : Math.max(2, full / 10);
  }

  /** The seeds from 0; one, in a reduced run. */
  List<Long> seeds(int full) {
    return LongStream.range(0, this == FULL ? full : 1).boxed().toList();
  }
}
