package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A program as its rows over columns, and the order in which the matrix of its columns is factored.
 *
 * <p>Rows of few columns, such as envy of one job for another, leave that matrix sparse. A wide row
 * such as a pool would fill it, so it is kept apart; none is if the matrix is nearly full anyway.
 * Immutable.
 */
final class ColumnRows {

  /** A row is wide if it has so many times as many columns as any job. */
  private static final int WIDE = 4;

  /** The part of the columns that the core may be for the rest to be worth its overhead. */
  private static final double SPARSE = 0.5;

  final RowProgram program;

  /** Where the entries of each row begin, and their columns, ascending, and values. */
  final int[] start;

  final int[] column;
  final double[] value;

  /** Whether each row is kept apart; {@code [row]}. */
  final boolean[] isWide;

  /** The rows that are kept apart, ascending. */
  final int[] wide;

  private final EliminationOrder order;

  /** Orders the columns of a program without a level or utilities. */
  ColumnRows(RowProgram program) {
    this.program = program;
    int entries = program.start[program.columns()];
    start = new int[program.rows + 1];
    for (int e = 0; e < entries; e++) {
      start[program.row[e] + 1]++;
    }
    for (int i = 0; i < program.rows; i++) {
      start[i + 1] += start[i];
    }
    column = new int[entries];
    value = new double[entries];
    int[] next = start.clone();
    for (int c = 0; c < program.columns(); c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int at = next[program.row[e]]++;
        column[at] = c;
        value[at] = program.value[e];
      }
    }
    isWide = wideRows();
    order = EliminationOrder.ofSets(jobs(), start, column, isWide);
    if (!isSparse()) {
      Arrays.fill(isWide, false);
    }
    wide = IntStream.range(0, isWide.length).filter(i -> isWide[i]).toArray();
  }

  private boolean[] wideRows() {
    int most = 1;
    for (int i = 0; i < program.times; i++) {
      most = Math.max(most, start[i + 1] - start[i]);
    }
    boolean[] rows = new boolean[program.rows];
    for (int i = program.times; i < rows.length; i++) {
      rows[i] = start[i + 1] - start[i] > WIDE * most;
    }
    return rows;
  }

  /** Neighbouring columns of one job are a set; each other column is one of its own. */
  private int[] jobs() {
    int[] setOf = new int[program.columns()];
    for (int c = 1; c < setOf.length; c++) {
      boolean same = onlyTime(c) != RowProgram.NONE && onlyTime(c) == onlyTime(c - 1);
      setOf[c] = setOf[c - 1] + (same ? 0 : 1);
    }
    return setOf;
  }

  /** Returns the time row of a column; {@link RowProgram#NONE} if it has none or two. */
  private int onlyTime(int c) {
    int from = program.start[c];
    int to = program.start[c + 1];
    boolean any = from < to && program.row[from] < program.times;
    boolean two = from + 1 < to && program.row[from + 1] < program.times;
    return any && !two ? program.row[from] : RowProgram.NONE;
  }

  private boolean isSparse() {
    return order.core() <= SPARSE * program.columns();
  }

  /** Returns the order of the dense matrix that elimination leaves. */
  int core() {
    return isSparse() ? order.core() : program.columns();
  }

  SymmetricFactor factor() {
    return isSparse() ? new SparseCholesky(order) : new Cholesky(program.columns());
  }

  /** {@code Σ_c value_ic x_c} of a row. */
  double sum(int i, double[] x) {
    double sum = 0;
    for (int e = start[i]; e < start[i + 1]; e++) {
      sum += value[e] * x[column[e]];
    }
    return sum;
  }
}
