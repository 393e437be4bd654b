package io.gavel.policies.lp.internal.level;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Jobs whose throughput leaves no choice of fractions. They leave the program with the workers that
 * they hold. The program thus contains few jobs that cannot rise, and its prices are of one
 * magnitude: prices that also fix the jobs of earlier rounds would be multiples of the prices of
 * each earlier round. Mutable.
 */
public final class FixedJobs {

  private static final int NONE = -1;

  /** A part of a throughput, or of the workers of a pool, that is rounding. */
  private static final double ROUNDING = 1e-15;

  /** The part of a row, or of the workers of a pool, by which fixed jobs may exceed it. */
  private static final double SLACK = 1e-12;

  private final AllocationProgram all;

  /** The fastest column that was open when a job was fixed, {@code [job]}. */
  private final int[] fast;

  /** The column that has the rest of the time of a job that divides it, {@code [job]}. */
  private final int[] slow;

  /** Whether a column was open when its job was fixed, {@code [column]}. */
  private final boolean[] left;

  /**
   * Starts without fixed jobs.
   *
   * @param all the program of all columns
   */
  public FixedJobs(AllocationProgram all) {
    this.all = all;
    fast = new int[all.jobCount()];
    slow = new int[all.jobCount()];
    Arrays.fill(fast, NONE);
    Arrays.fill(slow, NONE);
    left = new boolean[all.columnCount()];
  }

  /** Returns a copy. */
  public FixedJobs copy() {
    FixedJobs copy = new FixedJobs(all);
    System.arraycopy(fast, 0, copy.fast, 0, fast.length);
    System.arraycopy(slow, 0, copy.slow, 0, slow.length);
    System.arraycopy(left, 0, copy.left, 0, left.length);
    return copy;
  }

  /**
   * Fixes jobs that run full time where they are fastest, and jobs with few columns.
   *
   * @param may whether a job may be fixed
   * @param throughput of each job, {@code [job]}
   * @param most the number of open columns up to which a throughput leaves no choice: 0, 1, or 2
   *     for a job that has no time left
   * @param open whether a column is open, {@code [column]}; columns of fixed jobs are closed
   */
  public void fix(IntPredicate may, double[] throughput, IntUnaryOperator most, boolean[] open) {
    int[] first = new int[fast.length];
    int[] second = new int[fast.length];
    int[] count = new int[fast.length];
    boolean[] tied = new boolean[fast.length];
    boolean[] paired = new boolean[fast.length];
    for (int c = 0; c < open.length; c++) {
      if (open[c]) {
        int m = all.first(c);
        boolean isFaster = count[m] == 0 || all.rate(c) > all.rate(first[m]);
        tied[m] = !isFaster && (tied[m] || all.rate(c) == all.rate(first[m]));
        paired[m] |= all.second(c) >= 0;
        paired[Math.max(m, all.second(c))] |= all.second(c) >= 0;
        second[m] = isFaster ? first[m] : c;
        first[m] = isFaster ? c : first[m];
        count[m]++;
      }
    }
    for (int m = 0; m < fast.length; m++) {
      if (may.test(m) && throughput[m] > 0 && count[m] > 0 && !tied[m] && !paired[m]) {
        boolean full = all.rate(first[m]) <= throughput[m] * (1 + ROUNDING);
        if (full || count[m] <= most.applyAsInt(m)) {
          fast[m] = first[m];
          slow[m] = full || count[m] == 1 ? NONE : second[m];
        }
      }
    }
    for (int c = 0; c < open.length; c++) {
      left[c] |= open[c] && isFixed(all.first(c));
      open[c] &= !left[c];
    }
  }

  private boolean isFixed(int m) {
    return fast[m] != NONE;
  }

  /**
   * Writes the fractions at which some of the fixed jobs have a throughput.
   *
   * @param which jobs
   * @param throughput of each, {@code [job]}
   * @param x receives fractions, {@code [column]}
   */
  public void run(IntPredicate which, double[] throughput, double[] x) {
    for (int m = 0; m < fast.length; m++) {
      if (isFixed(m) && which.test(m)) {
        double rest = slow[m] == NONE ? 0 : all.rate(slow[m]);
        x[fast[m]] = Math.min(1, (throughput[m] - rest) / (all.rate(fast[m]) - rest));
        if (slow[m] != NONE) {
          x[slow[m]] = 1 - x[fast[m]];
        }
      }
    }
  }

  /** Writes the fractions of jobs that run full time. */
  void runFullTime(double[] x) {
    for (int c : fast) {
      if (c != NONE) {
        x[c] = 1;
      }
    }
  }

  /** Returns the workers that fixed jobs do not hold, {@code [pool]}. */
  double[] workers(double[] x) {
    double[] workers = Programs.workers(all);
    for (int c = 0; c < left.length; c++) {
      workers[all.pool(c)] -= isFixed(all.first(c)) ? all.size(c) * x[c] : 0;
    }
    return workers;
  }

  /**
   * Returns a program with the workers that fixed jobs do not hold. Where they hold all of them,
   * rounding remains, since a pool without workers has no scale.
   *
   * @param program on the same pools
   * @param x fractions of fixed jobs, {@code [column]}
   */
  public AllocationProgram without(AllocationProgram program, double[] x) {
    double[] workers = workers(x);
    Arrays.setAll(workers, k -> Math.max(ROUNDING * all.workers(k), workers[k]));
    AllocationProgram rest = program.withWorkers(workers);
    return program.rows().count() == 0 ? rest : rest.withRows(rows(program.rows(), x));
  }

  /**
   * Returns whether the workers and the upper limits of a program suffice for fixed jobs.
   *
   * @param program of some columns
   * @param x fractions of fixed jobs, {@code [column]}
   */
  public boolean fit(AllocationProgram program, double[] x) {
    double[] workers = workers(x);
    boolean fit =
        IntStream.range(0, workers.length).allMatch(k -> workers[k] >= -SLACK * all.workers(k));
    double[] fixed = new double[left.length];
    Arrays.setAll(fixed, c -> isFixed(all.first(c)) ? x[c] : 0);
    double[] free = new double[all.freeVariables().count()];
    for (int i = 0; fit && i < program.rows().count(); i++) {
      fit = !program.rows().isUpperLimit(i) || all.rows().violation(i, fixed, free) <= SLACK;
    }
    return fit;
  }

  /**
   * Returns rows without the amounts that fixed jobs use.
   *
   * @param rows of the program of all columns, over some of them
   * @param x fractions of fixed jobs, {@code [column]}
   */
  public CouplingRows rows(CouplingRows rows, double[] x) {
    CouplingRows.Builder rest = CouplingRows.builder();
    for (int i = 0; i < rows.count(); i++) {
      LinearRow row = rows.row(i);
      double[] bound = {row.bound()};
      all.rows().forEach(i, (c, a) -> bound[0] -= isFixed(all.first(c)) ? a * x[c] : 0);
      double size = Math.abs(row.bound());
      if (Math.abs(bound[0]) <= SLACK * size) { // spent
        double least = rows.isUpperLimit(i) ? ROUNDING * size : -size;
        boolean isEmpty = row.size() == 0 && row.freeSize() == 0;
        bound[0] = isEmpty ? 0 : rows.sign(i) * Math.max(least, rows.sign(i) * bound[0]);
      }
      rest.add(row.with(row.name(), bound[0]));
    }
    return rest.build();
  }

  /**
   * Writes the prices of throughput and time at which fixed jobs pay for the columns that they use.
   * Such a price is below 0 where more throughput would free more than it takes.
   *
   * @param pools the prices of workers, {@code [pool]}
   * @param rows the prices of rows, {@code [row]}
   * @param owed receives prices of throughput, {@code [job]}
   * @param time receives prices of time, {@code [job]}
   */
  public void price(double[] pools, double[] rows, double[] owed, double[] time) {
    double[] cost = new double[left.length];
    Arrays.setAll(cost, c -> all.size(c) * pools[all.pool(c)]);
    all.rows().forEachCost(rows, (c, ofRow) -> cost[c] += ofRow);
    for (int m = 0; m < fast.length; m++) {
      if (isFixed(m)) {
        owed[m] =
            slow[m] == NONE ? cost[fast[m]] / all.rate(fast[m]) : slope(cost, slow[m], fast[m]);
      }
    }
    for (int c = 0; c < left.length; c++) {
      int m = all.first(c);
      if (left[c] && c != fast[m] && slow[m] == NONE) { // full time on a faster column
        owed[m] = Math.max(owed[m], slope(cost, c, fast[m]));
      }
    }
    for (int m = 0; m < fast.length; m++) {
      if (isFixed(m)) {
        double rest = owed[m] * all.rate(fast[m]) - cost[fast[m]];
        time[m] = slow[m] == NONE ? Math.max(0, rest) : rest; // there, only rounding is below 0
      }
    }
  }

  /** Returns the cost of more throughput on the faster one of two columns. */
  private double slope(double[] cost, int slower, int faster) {
    return (cost[faster] - cost[slower]) / (all.rate(faster) - all.rate(slower));
  }
}
