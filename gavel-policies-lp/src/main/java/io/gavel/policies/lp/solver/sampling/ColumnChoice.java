package io.gavel.policies.lp.solver.sampling;

import java.util.Arrays;

/** The columns that the jobs of a program certainly use near given prices of pools. Mutable. */
final class ColumnChoice {

  /** In {@link #to}: the prices do not decide which columns the job uses. */
  static final int UNDECIDED = -2;

  /** In {@link #to}: the job has neither requirement nor utility. */
  static final int LEFT_OUT = -3;

  /**
   * The slower column of each job, or {@link CostHull#IDLE}; the faster one if that gets all of the
   * time.
   */
  final int[] from;

  final int[] to;

  /** Steps per second of decided jobs; where there is a level, at level 1. */
  final double[] throughput;

  /** The price of the throughput of decided jobs with a utility; empty if there are none. */
  final double[] owed;

  /** Whether an undecided job may use the column, {@code [column]}. */
  final boolean[] used;

  ColumnChoice(int jobs, int columns, boolean utilities) {
    used = new boolean[columns];
    from = new int[jobs];
    to = new int[jobs];
    throughput = new double[jobs];
    owed = new double[utilities ? jobs : 0];
    Arrays.fill(to, LEFT_OUT);
  }

  /**
   * Decides the columns of a job.
   *
   * @param hull positioned at the job's columns
   * @param steps its throughput in steps per second
   */
  void decide(int m, CostHull hull, double steps) {
    from[m] = hull.from;
    to[m] = hull.to;
    throughput[m] = steps;
  }

  /**
   * Leaves the columns of a job undecided.
   *
   * @param hull positioned at the job's columns
   * @param part the assumed relative error of the prices
   */
  void leaveOpen(int m, CostHull hull, double part) {
    to[m] = UNDECIDED;
    hull.mark(m, part, used);
  }

  /** Forgets which columns undecided jobs may use. */
  void clear() {
    Arrays.fill(used, false);
  }

  /** Returns the number of columns that undecided jobs may use. */
  int usedCount() {
    int count = 0;
    for (boolean isUsed : used) {
      count += isUsed ? 1 : 0;
    }
    return count;
  }

  boolean isUndecided(int m) {
    return to[m] == UNDECIDED;
  }

  boolean isDecided(int m) {
    return to[m] >= 0;
  }
}
