package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;

/**
 * Saturated jobs whose throughput leaves no choice of fractions. They leave the program with the
 * workers that they hold. The program thus contains few jobs that cannot rise, and its prices are
 * of one magnitude: prices that also fix the jobs of earlier rounds would be multiples of the
 * prices of each earlier round. Mutable.
 */
final class SettledJobs {

  private static final int NONE = -1;

  /** A part of a throughput, or of the workers of a pool, that is rounding. */
  private static final double ROUNDING = 1e-15;

  private final AllocationProgram all;
  private final double[] fractions;
  private final boolean[] open;

  /** The fastest column that was open when a job left, {@code [job]}. */
  private final int[] fast;

  /** The column that has the rest of the time of a job that divides it, {@code [job]}. */
  private final int[] slow;

  /** Whether a column was open when its job left, {@code [column]}. */
  private final boolean[] left;

  /**
   * No jobs yet.
   *
   * @param all the program of all columns
   * @param fractions of columns; not copied
   * @param open whether a column is open; columns of leaving jobs are closed
   */
  SettledJobs(AllocationProgram all, double[] fractions, boolean[] open) {
    this.all = all;
    this.fractions = fractions;
    this.open = open;
    fast = new int[all.jobCount()];
    slow = new int[all.jobCount()];
    Arrays.fill(fast, NONE);
    Arrays.fill(slow, NONE);
    left = new boolean[open.length];
  }

  /**
   * Settles jobs that run full time where they are fastest, that have one open column, or that
   * divide all of their time between two.
   *
   * @param saturated the jobs that may be settled, {@code [job]}
   * @param throughput of each job, {@code [job]}
   * @param busy whether prices prove that a job has no time left, {@code [job]}
   */
  void add(boolean[] saturated, double[] throughput, boolean[] busy) {
    int[] first = new int[fast.length];
    int[] second = new int[fast.length];
    int[] count = new int[fast.length];
    boolean[] free = new boolean[fast.length];
    for (int m = 0; m < free.length; m++) {
      free[m] = !saturated[m] || throughput[m] <= 0;
    }
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        int m = all.first(c);
        boolean isFaster = count[m] == 0 || all.rate(c) > all.rate(first[m]);
        free[m] |= all.second(c) >= 0 || (!isFaster && all.rate(c) == all.rate(first[m]));
        free[Math.max(m, all.second(c))] |= all.second(c) >= 0;
        second[m] = isFaster ? first[m] : c;
        first[m] = isFaster ? c : first[m];
        count[m]++;
      }
    }
    for (int m = 0; m < fast.length; m++) {
      boolean full = count[m] > 0 && throughput[m] >= all.rate(first[m]) * (1 - ROUNDING);
      if (!free[m] && (full || count[m] == 1 || (count[m] == 2 && busy[m]))) {
        fast[m] = first[m];
        slow[m] = full || count[m] == 1 ? NONE : second[m];
      }
    }
    for (int c = 0; c < open.length; c++) {
      left[c] |= open[c] && has(all.first(c));
      open[c] &= !left[c];
    }
  }

  private boolean has(int m) {
    return fast[m] != NONE;
  }

  /**
   * Returns a program with the workers that jobs which have left do not hold. Where they hold all
   * of them, rounding remains, since a pool without workers has no scale.
   */
  AllocationProgram without(AllocationProgram program) {
    double[] workers = new double[all.poolCount()];
    Arrays.setAll(workers, all::workers);
    for (int c = 0; c < left.length; c++) {
      workers[all.pool(c)] -= has(all.first(c)) ? all.size(c) * fractions[c] : 0;
    }
    Arrays.setAll(workers, k -> Math.max(ROUNDING * all.workers(k), workers[k]));
    return program.withWorkers(workers);
  }

  /**
   * Writes the prices of throughput and time at which jobs that have left pay for the columns that
   * they use. Such a price is below 0 where more throughput would free more than it takes.
   *
   * @param pools the prices of workers, {@code [pool]}
   * @param owed receives prices of throughput, {@code [job]}
   * @param time receives prices of time, {@code [job]}
   */
  void price(double[] pools, double[] owed, double[] time) {
    for (int m = 0; m < fast.length; m++) {
      if (has(m)) {
        owed[m] =
            slow[m] == NONE
                ? cost(pools, fast[m]) / all.rate(fast[m])
                : slope(pools, slow[m], fast[m]);
      }
    }
    for (int c = 0; c < left.length; c++) {
      int m = all.first(c);
      if (left[c] && c != fast[m] && slow[m] == NONE) { // full time on a faster column
        owed[m] = Math.max(owed[m], slope(pools, c, fast[m]));
      }
    }
    for (int m = 0; m < fast.length; m++) {
      if (has(m)) {
        double rest = owed[m] * all.rate(fast[m]) - cost(pools, fast[m]);
        time[m] = slow[m] == NONE ? Math.max(0, rest) : rest; // there, only rounding is below 0
      }
    }
  }

  private double cost(double[] pools, int c) {
    return all.size(c) * pools[all.pool(c)];
  }

  /** What more throughput on the faster one of two columns costs. */
  private double slope(double[] pools, int slower, int faster) {
    return (cost(pools, faster) - cost(pools, slower)) / (all.rate(faster) - all.rate(slower));
  }
}
