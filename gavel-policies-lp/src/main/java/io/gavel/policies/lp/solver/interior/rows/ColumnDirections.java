package io.gavel.policies.lp.solver.interior.rows;

/**
 * Directions by the matrix of the columns, {@code Z/X + Aᵀ (Y/S) A}, for inequalities of which
 * there are more than columns, without a level. A row costs the square of its entries, and the
 * factorisation does not depend on the number of rows. Mutable.
 */
final class ColumnDirections implements Directions {

  private final RowProgram program;
  private final Cholesky factor;

  /** Where the entries of each row begin, and their columns, ascending, and values. */
  private final int[] start;

  private final int[] column;
  private final double[] value;

  private final double[] side;
  private final double[] correction;
  private final double[] paid;

  ColumnDirections(RowProgram program) {
    this.program = program;
    int columns = program.columns();
    factor = new Cholesky(columns);
    side = new double[columns];
    correction = new double[columns];
    paid = new double[program.rows];
    start = new int[program.rows + 1];
    int entries = program.start[columns];
    for (int e = 0; e < entries; e++) {
      start[program.row[e] + 1]++;
    }
    for (int i = 0; i < program.rows; i++) {
      start[i + 1] += start[i];
    }
    column = new int[entries];
    value = new double[entries];
    int[] next = start.clone();
    for (int c = 0; c < columns; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        int at = next[program.row[e]]++;
        column[at] = c;
        value[at] = program.value[e];
      }
    }
  }

  @Override
  public boolean factor(RowIterate at) {
    factor.clear();
    for (int c = 0; c < side.length; c++) {
      factor.add(c, c, at.z[c] / at.x[c]);
    }
    for (int i = 0; i < paid.length; i++) {
      double weight = at.price[i] / at.slack[i];
      for (int e = start[i]; e < start[i + 1]; e++) {
        double weighted = weight * value[e];
        for (int f = start[i]; f <= e; f++) {
          factor.add(column[e], column[f], weighted * value[f]);
        }
      }
    }
    return factor.factor();
  }

  @Override
  public double solve(RowIterate at, RowResiduals open, RowIterate direction) {
    for (int i = 0; i < paid.length; i++) {
      paid[i] = (open.rowTarget[i] - at.price[i] * open.rowGap[i]) / at.slack[i];
    }
    double[] dx = direction.x;
    for (int c = 0; c < side.length; c++) {
      side[c] = open.columnGap[c] + open.target[c] / at.x[c] - program.priced(c, paid);
    }
    System.arraycopy(side, 0, dx, 0, dx.length);
    factor.solve(dx);
    refine(at, dx);
    for (int i = 0; i < paid.length; i++) {
      direction.slack[i] = open.rowGap[i] - sum(i, dx);
      direction.price[i] = (open.rowTarget[i] - at.price[i] * direction.slack[i]) / at.slack[i];
    }
    for (int c = 0; c < dx.length; c++) {
      direction.z[c] = (open.target[c] - at.z[c] * dx[c]) / at.x[c];
    }
    return 0; // slacks are what rows leave
  }

  private void refine(RowIterate at, double[] dx) {
    for (int i = 0; i < paid.length; i++) {
      paid[i] = at.price[i] / at.slack[i] * sum(i, dx);
    }
    for (int c = 0; c < dx.length; c++) {
      correction[c] = side[c] - at.z[c] / at.x[c] * dx[c] - program.priced(c, paid);
    }
    factor.solve(correction);
    for (int c = 0; c < dx.length; c++) {
      dx[c] += correction[c];
    }
  }

  private double sum(int i, double[] dx) {
    double sum = 0;
    for (int e = start[i]; e < start[i + 1]; e++) {
      sum += value[e] * dx[column[e]];
    }
    return sum;
  }
}
