package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.interior.EliminationOrder;
import io.gavel.policies.lp.solver.internal.interior.SparseCholesky;
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

  /** Orders the columns of a program without a level. */
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
    order = order();
    if (order.core() == program.columns()) {
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

  private EliminationOrder order() {
    EliminationOrder.Graph graph = new EliminationOrder.Graph(program.columns());
    for (int i = 0; i < isWide.length; i++) {
      if (!isWide[i]) {
        graph.join(column, start[i], start[i + 1]);
      }
    }
    return graph.order();
  }

  /** Returns the order of the dense matrix that elimination leaves. */
  int core() {
    return order.core();
  }

  SparseCholesky factor() {
    return new SparseCholesky(order);
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
