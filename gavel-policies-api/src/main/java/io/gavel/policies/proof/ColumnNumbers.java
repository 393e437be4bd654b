package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.stream.IntStream;

/** The numbers of a problem in primitive arrays, {@code [group][type]} row-major. Not modified. */
final class ColumnNumbers {

  final AllocationProblem problem;

  final int jobs;
  final int groups;
  final int types;

  /** The pool of each type. */
  final int[] pool;

  /** The workers of each group. */
  final double[] workers;

  /** Steps per second of the first job; 0 where the group does not run. */
  final double[] rate;

  /** The same of the second job, of the groups after the jobs; 0 for configurations. */
  final double[] secondRate;

  /** The jobs of the groups after the jobs: the first, and the second or -1. */
  private final int[] first;

  private final int[] second;

  /** The groups of each job, job by job; empty if all jobs run alone. */
  private final int[] groupOf;

  /** The place of the first group of each job, and the number of places; empty as well. */
  private final int[] start;

  ColumnNumbers(AllocationProblem problem) {
    this.problem = problem;
    jobs = problem.jobCount();
    groups = problem.groupCount();
    Cluster cluster = problem.cluster();
    types = cluster.typeCount();
    pool = new int[types];
    for (int j = 0; j < types; j++) {
      pool[j] = cluster.poolOf(j);
    }
    workers = new double[groups];
    rate = new double[groups * types];
    secondRate = new double[(groups - jobs) * types];
    first = new int[groups - jobs];
    second = new int[groups - jobs];
    for (int g = 0; g < groups; g++) {
      read(g);
    }
    // Counted two places on, so that filling moves the numbers to their places.
    start = new int[groups == jobs ? 0 : jobs + 2];
    for (int g = 0; g < groups && start.length > 0; g++) {
      start[first(g) + 2]++;
      start[second(g) + 2] += second(g) < 0 ? 0 : 1;
    }
    for (int m = 0; m + 2 < start.length; m++) {
      start[m + 2] += start[m + 1];
    }
    groupOf = new int[start.length == 0 ? 0 : start[jobs + 1]];
    for (int g = 0; g < groups && start.length > 0; g++) {
      groupOf[start[first(g) + 1]++] = g;
      if (second(g) >= 0) {
        groupOf[start[second(g) + 1]++] = g;
      }
    }
  }

  /** Returns the place of the first group of a job; for the number of jobs, the end of the last. */
  int start(int m) {
    return start.length == 0 ? m : start[m];
  }

  /** Returns the group at a place. */
  int groupOfJob(int place) {
    return start.length == 0 ? place : groupOf[place];
  }

  private void read(int g) {
    workers[g] = problem.workers(g);
    problem.copyRunning(g, 0, rate, g * types);
    if (g >= jobs) {
      Group group = problem.group(g);
      boolean paired = group.size() > 1;
      first[g - jobs] = group.member(0);
      second[g - jobs] = paired ? group.member(1) : -1;
      if (paired) {
        problem.copyRunning(g, 1, secondRate, (g - jobs) * types);
      }
    }
  }

  int first(int g) {
    return g < jobs ? g : first[g - jobs];
  }

  /** Returns the second job of a pair; -1 for other groups. */
  int second(int g) {
    return g < jobs ? -1 : second[g - jobs];
  }

  /** Returns whether the group runs: rates are above 0 where it does. */
  boolean runs(int entry) {
    return rate[entry] > 0;
  }

  boolean runsSomewhere(int g) {
    return IntStream.range(g * types, (g + 1) * types).anyMatch(this::runs);
  }

  /** Returns the steps per second of one of the jobs of a group. */
  double rate(int g, int j, int m) {
    return ratesOf(g, m)[row(g, m) + j];
  }

  /** Returns the rates in which one of the jobs of a group has its {@link #row row}. */
  double[] ratesOf(int g, int m) {
    return first(g) == m ? rate : secondRate;
  }

  int row(int g, int m) {
    return (first(g) == m ? g : g - jobs) * types;
  }

  /** Returns the throughput of each job full time where it is fastest, {@code [job]}. */
  double[] fastest() {
    double[] most = new double[jobs];
    for (int m = 0; m < jobs; m++) {
      for (int i = start(m); i < start(m + 1); i++) {
        for (int j = 0; j < types; j++) {
          most[m] = Math.max(most[m], rate(groupOfJob(i), j, m));
        }
      }
    }
    return most;
  }
}
