package io.gavel.policies.lp.solver.internal.interior.rows;

import io.gavel.policies.lp.solver.internal.Tuning;
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

  final RowProgram program;

  /** The entries of each row, by ascending columns. */
  final RowProgram byRow;

  /** Whether each row is kept apart; {@code [row]}. */
  final boolean[] isWide;

  /** The rows that are kept apart, ascending. */
  final int[] wide;

  private final EliminationOrder order;

  /** Orders the columns of a program without a level. */
  ColumnRows(RowProgram program) {
    this.program = program;
    byRow = program.transposed();
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
      most = Math.max(most, byRow.start[i + 1] - byRow.start[i]);
    }
    boolean[] rows = new boolean[program.rows];
    for (int i = program.times; i < rows.length; i++) {
      rows[i] = byRow.start[i + 1] - byRow.start[i] > Tuning.STANDARD.few() * most;
    }
    return rows;
  }

  private EliminationOrder order() {
    EliminationOrder.Graph graph = new EliminationOrder.Graph(program.columns());
    for (int i = 0; i < isWide.length; i++) {
      if (!isWide[i]) {
        graph.join(byRow.row, byRow.start[i], byRow.start[i + 1]);
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
    return byRow.priced(i, x);
  }
}
