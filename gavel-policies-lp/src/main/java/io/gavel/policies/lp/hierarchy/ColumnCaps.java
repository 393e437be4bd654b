package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Rows that limit one column, {@code a x_c ≤ b}, of jobs without pairs. Like the time of a job,
 * they limit no other job, so the most that a job can have alone is known beforehand: it fills its
 * columns from the fastest on, each up to its cap, until its time is used up. Immutable.
 */
final class ColumnCaps {

  private static final int NONE = -1;

  private final AllocationProgram program;

  /** The least cap of each column, {@code [column]}; 1 without a row. */
  private final double[] cap;

  /** The size of the coefficient in the row of that cap, {@code [column]}. */
  private final double[] coefficient;

  /** The row of that cap, {@code [column]}; {@link #NONE} without one. */
  private final int[] rowOf;

  /** The columns of each job with a cap, the fastest first; empty for other jobs. */
  private final List<List<Integer>> columns = new ArrayList<>();

  /**
   * Finds the caps of a program.
   *
   * @param program with listed columns
   */
  ColumnCaps(AllocationProgram program) {
    this.program = program;
    cap = new double[program.columnCount()];
    coefficient = new double[cap.length];
    rowOf = new int[cap.length];
    Arrays.fill(cap, 1);
    Arrays.fill(rowOf, NONE);
    boolean[] paired = new boolean[program.jobCount()];
    for (int c = 0; c < cap.length; c++) {
      paired[program.first(c)] |= program.second(c) >= 0;
      paired[Math.max(program.first(c), program.second(c))] |= program.second(c) >= 0;
    }
    boolean[] capped = new boolean[paired.length];
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      int row = i;
      if (rows.row(i).size() == 1 && rows.isUpperLimit(i) && rows.row(i).freeSize() == 0) {
        rows.forEach(i, (c, a) -> note(row, c, a, paired, capped));
      }
    }
    for (int m = 0; m < paired.length; m++) {
      columns.add(capped[m] ? new ArrayList<>() : List.of());
    }
    for (int c = 0; c < cap.length; c++) {
      if (capped[program.first(c)]) {
        columns.get(program.first(c)).add(c);
      }
    }
    columns.forEach(
        of -> {
          if (!of.isEmpty()) {
            of.sort(Comparator.comparingDouble(c -> -program.rate(c)));
          }
        });
  }

  private void note(int row, int c, double of, boolean[] paired, boolean[] capped) {
    int m = program.first(c);
    double most = program.rows().bound(row) / of;
    if (!paired[m] && most >= 0 && most < cap[c]) {
      cap[c] = most;
      rowOf[c] = row;
      coefficient[c] = Math.abs(of);
      capped[m] = true;
    }
  }

  /**
   * The throughput of a job alone.
   *
   * @param throughput the most that it can have
   * @param marginal the throughput that more time would add
   * @param fastest the rate of the fastest of its columns
   */
  record Alone(double throughput, double marginal, double fastest) {

    /** Returns whether a cap holds it back, not only its time. */
    boolean isCapped() {
      return marginal < fastest;
    }
  }

  /** Returns whether a cap limits a column of a job. */
  boolean limits(int m) {
    return !columns.get(m).isEmpty();
  }

  /**
   * Returns the throughput of a job with caps alone.
   *
   * @param open whether a column may be used, {@code [column]}
   */
  Alone alone(int m, boolean[] open) {
    double left = 1;
    double throughput = 0;
    double fastest = 0;
    for (int c : columns.get(m)) {
      if (open[c]) {
        double part = Math.min(left, cap[c]);
        throughput += part * program.rate(c);
        fastest = Math.max(fastest, program.rate(c));
        left -= part;
        if (left <= 0) {
          return new Alone(throughput, program.rate(c), fastest);
        }
      }
    }
    return new Alone(throughput, 0, fastest);
  }

  /**
   * Adds the prices of the rows that hold a job back alone.
   *
   * @param open whether a column may be used, {@code [column]}
   * @param marginal the throughput that more time would add
   * @param price the price of the job's throughput
   * @param ofRows receives the prices, {@code [row]}
   */
  void price(int m, boolean[] open, double marginal, double price, double[] ofRows) {
    for (int c : columns.get(m)) {
      if (open[c] && rowOf[c] != NONE && program.rate(c) > marginal) {
        ofRows[rowOf[c]] += price * (program.rate(c) - marginal) / coefficient[c];
      }
    }
  }
}
