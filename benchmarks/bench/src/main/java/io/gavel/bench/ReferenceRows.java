package io.gavel.bench;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;

/**
 * A linear program for reference solvers: maximise {@code objective · x} over {@code x ≥ 0} such
 * that every row of {@code A x} is at most its limit. Rows are sparse. Callers must not modify the
 * arrays.
 */
final class ReferenceRows {

  final double[] objective;
  final double[] limit;
  private final int[] start;
  private final int[] columns;
  private final double[] coefficients;

  private ReferenceRows(double[] objective, double[] limit, int[] start) {
    this.objective = objective;
    this.limit = limit;
    this.start = start;
    columns = new int[start[limit.length]];
    coefficients = new double[columns.length];
  }

  /**
   * Converts a program without utilities, equations and free columns: rows for time, pools,
   * throughput and coupling rows; the last column is the level.
   */
  static ReferenceRows of(AllocationProgram program) {
    int n = program.jobCount();
    int pools = program.poolCount();
    int level = program.columnCount();
    CouplingRows rows = program.rows();
    int[] count = new int[2 * n + pools + rows.count() + 1];
    for (int c = 0; c < level; c++) {
      count[n + program.pool(c) + 1]++;
      for (int m : jobs(program, c)) {
        count[m + 1]++;
        count[n + pools + m + 1]++;
      }
    }
    for (int m = 0; m < n; m++) {
      count[n + pools + m + 1]++;
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = 2 * n + pools + i;
      rows.forEach(i, (c, a) -> count[row + 1]++);
    }
    Arrays.parallelPrefix(count, Integer::sum);
    double[] objective = new double[level + 1];
    Arrays.setAll(objective, c -> c < level ? program.gain(c) : program.hasLevel() ? 1 : 0);
    double[] limit = new double[count.length - 1];
    Arrays.fill(limit, 0, n, 1);
    for (int k = 0; k < pools; k++) {
      limit[n + k] = program.workers(k);
    }
    for (int m = 0; m < n; m++) {
      limit[n + pools + m] = -program.floor(m);
    }
    for (int i = 0; i < rows.count(); i++) {
      limit[2 * n + pools + i] = sign(rows, i) * rows.bound(i);
    }
    ReferenceRows referenceRows = new ReferenceRows(objective, limit, count);
    referenceRows.fill(program);
    return referenceRows;
  }

  /** What makes a coupling row an upper limit. */
  private static int sign(CouplingRows rows, int i) {
    return switch (rows.relation(i)) {
      case AT_MOST -> 1;
      case AT_LEAST -> -1;
      case EXACTLY ->
          throw new NotMeasuredException("row \"%s\" is an equation".formatted(rows.name(i)));
    };
  }

  private static int[] jobs(AllocationProgram program, int c) {
    return program.second(c) < 0
        ? new int[] {program.first(c)}
        : new int[] {program.first(c), program.second(c)};
  }

  private void fill(AllocationProgram program) {
    int n = program.jobCount();
    int pools = program.poolCount();
    int[] next = start.clone();
    for (int c = 0; c < program.columnCount(); c++) {
      put(next, n + program.pool(c), c, program.size(c));
      for (int m : jobs(program, c)) {
        double rate = m == program.first(c) ? program.rate(c) : program.secondRate(c);
        put(next, m, c, 1);
        put(next, n + pools + m, c, -rate);
      }
    }
    for (int m = 0; m < n; m++) {
      put(next, n + pools + m, program.columnCount(), program.requirement(m));
    }
    for (int i = 0; i < program.rows().count(); i++) {
      int row = 2 * n + pools + i;
      int sign = sign(program.rows(), i);
      program.rows().forEach(i, (c, a) -> put(next, row, c, sign * a));
    }
  }

  private void put(int[] next, int row, int column, double coefficient) {
    columns[next[row]] = column;
    coefficients[next[row]++] = coefficient;
  }

  int count() {
    return limit.length;
  }

  /** Receives the entries of a row. */
  @FunctionalInterface
  interface Entry {
    void set(int column, double coefficient);
  }

  void forEach(int row, Entry entry) {
    for (int i = start[row]; i < start[row + 1]; i++) {
      entry.set(columns[i], coefficients[i]);
    }
  }
}
