package io.gavel.policies.lp.solver.sampling;

import java.util.Arrays;

/** Which columns the jobs of a program certainly use near some prices of pools. Mutable. */
final class ColumnChoice {

  /** In {@link #to}: the job may do one thing or another. */
  static final int UNDECIDED = -2;

  /** In {@link #to}: nothing is asked of the job. */
  static final int LEFT_OUT = -3;

  /** The slower column, or {@link CostHull#IDLE}; the faster one if that gets all of the time. */
  final int[] from;

  final int[] to;

  /** Steps per second of decided jobs; where there is a level, at level 1. */
  final double[] throughput;

  /** The price of the throughput of decided jobs with a utility. */
  final double[] owed;

  ColumnChoice(int jobs) {
    from = new int[jobs];
    to = new int[jobs];
    throughput = new double[jobs];
    owed = new double[jobs];
    Arrays.fill(to, LEFT_OUT);
  }

  /** Decides what a job uses. */
  void decide(int m, CostHull use, double steps) {
    from[m] = use.from;
    to[m] = use.to;
    throughput[m] = steps;
  }

  boolean isUndecided(int m) {
    return to[m] == UNDECIDED;
  }

  boolean isDecided(int m) {
    return to[m] >= 0;
  }
}
