package io.gavel.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Times a task repeatedly for a stable median: first warm-up, then measured runs.
 *
 * @param warmSeconds warm-up time, at least one run unless a run takes longer
 * @param seconds time of the measured runs
 * @param fewest minimum number of measured runs
 */
record Stopwatch(double warmSeconds, double seconds, int fewest) {

  private static final int MOST_RUNS = 5_000;

  /**
   * The measurement; times are medians unless said otherwise.
   *
   * @param wallMs wall time, milliseconds
   * @param cpuMs processor time of the thread, milliseconds
   * @param slowMs processor time that one run in a hundred exceeds, milliseconds
   * @param runs number of measured runs
   * @param value result of the last run
   */
  record Timing(double wallMs, double cpuMs, double slowMs, int runs, double value) {}

  private record Run(double wallMs, double cpuMs, double value) {}

  /**
   * Times a task.
   *
   * @param attempt creates the task; creation is not timed
   */
  Timing time(Supplier<DoubleSupplier> attempt) {
    double warm = 0;
    for (int i = 0; i < MOST_RUNS && warm < warmSeconds; i++) {
      warm += run(attempt.get()).wallMs() / 1e3;
    }
    List<Run> runs = new ArrayList<>();
    double spent = 0;
    while (runs.size() < MOST_RUNS && (runs.size() < fewest || spent < seconds)) {
      Run run = run(attempt.get());
      runs.add(run);
      spent += run.wallMs() / 1e3;
    }
    return new Timing(
        at(0.5, runs, Comparator.comparingDouble(Run::wallMs)).wallMs(),
        at(0.5, runs, Comparator.comparingDouble(Run::cpuMs)).cpuMs(),
        at(0.99, runs, Comparator.comparingDouble(Run::cpuMs)).cpuMs(),
        runs.size(),
        runs.get(runs.size() - 1).value());
  }

  private static Run at(double part, List<Run> runs, Comparator<Run> by) {
    return runs.stream().sorted(by).skip((int) (part * runs.size())).findFirst().orElseThrow();
  }

  private static Run run(DoubleSupplier timed) {
    var threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    double value = timed.getAsDouble();
    double wall = System.nanoTime() - start;
    return new Run(wall / 1e6, (threads.getCurrentThreadCpuTime() - cpu) / 1e6, value);
  }
}
