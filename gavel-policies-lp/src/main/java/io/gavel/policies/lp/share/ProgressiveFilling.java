package io.gavel.policies.lp.share;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Raises the time of all jobs together, each at its own rate, until a resource is used up or a job
 * runs full time. Stopped jobs keep their time; the remaining jobs continue. A step stops at least
 * one job, so there are at most n steps of O(n K).
 */
final class ProgressiveFilling {

  private ProgressiveFilling() {}

  /**
   * Computes the fractions of time.
   *
   * @param held the amount of each resource that a job holds while it runs, in the resource's unit,
   *     {@code [job][resource]}
   * @param rise the fraction of time that a job gains per unit of level, {@code [job]}; 0 for jobs
   *     that are left out
   * @param capacity how much there is of each resource, in its unit, {@code [resource]}, {@code >
   *     0} where rising jobs hold any
   * @return the fraction of time for which each job runs
   */
  static double[] times(double[][] held, double[] rise, double[] capacity) {
    double[] time = new double[rise.length];
    boolean[] rising = new boolean[rise.length];
    for (int m = 0; m < rise.length; m++) {
      rising[m] = rise[m] > 0;
    }
    while (IntStream.range(0, rise.length).anyMatch(m -> rising[m])) {
      double[] full = fullAt(held, rise, capacity, time, rising);
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

  /** Returns the level at which each resource is used up; infinite if no rising job uses it. */
  private static double[] fullAt(
      double[][] held, double[] rise, double[] capacity, double[] time, boolean[] rising) {
    double[] left = capacity.clone();
    double[] wanted = new double[capacity.length];
    for (int m = 0; m < rise.length; m++) {
      for (int k = 0; k < capacity.length; k++) {
        if (rising[m]) {
          wanted[k] += held[m][k] * rise[m];
        } else {
          left[k] -= held[m][k] * time[m];
        }
      }
    }
    double[] full = new double[capacity.length];
    Arrays.setAll(
        full, k -> wanted[k] > 0 ? Math.max(0, left[k]) / wanted[k] : Double.POSITIVE_INFINITY);
    return full;
  }
}
