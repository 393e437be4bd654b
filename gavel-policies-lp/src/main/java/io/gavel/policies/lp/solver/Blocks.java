package io.gavel.policies.lp.solver;

import java.util.Arrays;

/**
 * A program without pairs as the interior-point method sees it: the columns of each job lie
 * together, so that job {@code m} is the block of columns {@code start[m]} to {@code start[m + 1]}.
 * Pools that no column draws from count as one worker, so that they have an interior.
 */
final class Blocks {

  /** When to end; asked within the passes over the jobs. */
  final SolveLimits limits;

  final int jobs;
  final int pools;
  final int[] start;
  final int[] pool;
  final double[] size;
  final double[] rate;
  final double[] gain;
  final double[] workers;
  final double[] floor;
  final double[] requirement;

  final double[] weight;
  final double power;

  /** Whether a job's throughput row says anything: a floor, a requirement, a utility. */
  final boolean[] bound;

  private Blocks(AllocationProgram program, SolveLimits limits) {
    this.limits = limits;
    Columns columns = program.columns();
    jobs = program.jobCount();
    pools = program.poolCount();
    pool = columns.pool;
    size = columns.size;
    rate = columns.rate;
    gain = new double[columns.count()];
    Arrays.setAll(gain, program::gain);
    start = new int[jobs + 1];
    for (int c = 0; c < columns.count(); c++) {
      start[columns.first[c] + 1]++;
    }
    for (int m = 0; m < jobs; m++) {
      start[m + 1] += start[m];
    }
    workers = new double[pools];
    for (int p : pool) {
      workers[p] = program.workers(p);
    }
    Arrays.setAll(workers, k -> workers[k] > 0 ? workers[k] : 1);
    floor = new double[jobs];
    requirement = new double[jobs];
    bound = new boolean[jobs];
    weight = new double[jobs];
    power = program.power();
    for (int m = 0; m < jobs; m++) {
      floor[m] = program.floor(m);
      requirement[m] = program.requirement(m);
      weight[m] = program.weight(m);
      bound[m] = !program.isIndifferentTo(m);
    }
  }

  /**
   * What the price of a job's throughput weighs beside its surplus: 1 for a demand, whose product
   * with the surplus goes to 0, and 1 - p for a utility, whose slope it must meet.
   */
  double curvature(int m) {
    return weight[m] > 0 ? 1 - power : 1;
  }

  /** The blocks of a program; not to be called on one with pairs. */
  static Blocks of(AllocationProgram program, SolveLimits limits) {
    return new Blocks(program, limits);
  }

  /**
   * Whether there are no pairs and no side rows, and every job of which something is demanded can
   * run.
   */
  static boolean fits(AllocationProgram program) {
    if (program.sideRows().count() > 0) {
      return false;
    }
    boolean[] runs = new boolean[program.jobCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      if (program.second(c) != Columns.NONE) {
        return false;
      }
      runs[program.first(c)] = true;
    }
    for (int m = 0; m < runs.length; m++) {
      if (!runs[m] && !program.isIndifferentTo(m)) {
        return false;
      }
    }
    return true;
  }
}
