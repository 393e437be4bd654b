package io.gavel.policies.lp.share;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Raises the time of all jobs together, each at its own rate, until a pool is full or a job runs
 * full time. The jobs that are stopped keep their time, and the others continue. A step stops at
 * least one job, so there are at most n steps of O(n K).
 */
final class ProgressiveFilling {

  private ProgressiveFilling() {}

  /**
   * Computes the fractions of time.
   *
   * @param held workers that a job holds while it runs, {@code [job][pool]}
   * @param rise the fraction of time that a job gains per unit of level, {@code [job]}; 0 for jobs
   *     that are left out
   * @param workers the workers of each pool, {@code > 0} where jobs hold any
   * @return the fraction of time for which each job runs
   */
  static double[] times(double[][] held, double[] rise, double[] workers) {
    double[] time = new double[rise.length];
    boolean[] rising = new boolean[rise.length];
    for (int m = 0; m < rise.length; m++) {
      rising[m] = rise[m] > 0;
    }
    while (IntStream.range(0, rise.length).anyMatch(m -> rising[m])) {
      double[] full = fullAt(held, rise, workers, time, rising);
      double next = Arrays.stream(full).min().orElseThrow();
      for (int m = 0; m < rise.length; m++) {
        next = rising[m] ? Math.min(next, 1 / rise[m]) : next;
      }
      double level = next;
      for (int m = 0; m < rise.length; m++) {
        if (rising[m]) {
          double[] wanted = held[m];
          time[m] = Math.min(1, rise[m] * level);
          rising[m] =
              1 / rise[m] > level
                  && IntStream.range(0, full.length)
                      .noneMatch(k -> wanted[k] > 0 && full[k] <= level);
        }
      }
    }
    return time;
  }

  /** The level at which each pool becomes full; infinite if no rising job uses it. */
  private static double[] fullAt(
      double[][] held, double[] rise, double[] workers, double[] time, boolean[] rising) {
    double[] left = workers.clone();
    double[] wanted = new double[workers.length];
    for (int m = 0; m < rise.length; m++) {
      for (int k = 0; k < workers.length; k++) {
        if (rising[m]) {
          wanted[k] += held[m][k] * rise[m];
        } else {
          left[k] -= held[m][k] * time[m];
        }
      }
    }
    double[] full = new double[workers.length];
    Arrays.setAll(
        full, k -> wanted[k] > 0 ? Math.max(0, left[k]) / wanted[k] : Double.POSITIVE_INFINITY);
    return full;
  }
}
