package io.gavel.policies.lp.solver.interior.rows;

import java.util.Arrays;

/**
 * Mehrotra's predictor–corrector method on a {@link RowProgram} with more rows than columns.
 * Newton's equations are reduced to the columns, {@code (Z/X + Aᵀ (Y/S) A) dx = …}, so that a row
 * costs the square of its entries and the factorisation does not depend on the number of rows.
 * Mutable.
 */
final class ColumnInteriorPoint {

  /** The fraction of the longest step to the boundary that is taken. */
  private static final double DAMPING = 0.9995;

  /** The least fraction of the mean product that a step aims at. */
  private static final double LEAST_AIM = 1e-4;

  /** The slack of a row that the starting point violates. */
  private static final double LEAST_SLACK = 0.1;

  /** The part of a job's time that a column has at the start. */
  private static final double EVEN = 0.1;

  private static final int REFINEMENTS = 2;

  private static final double FAR = 1e-4;

  private final RowProgram program;
  private final int columns;
  private final int rows;

  /** Where the entries of each row begin, and their columns and values. */
  private final int[] start;

  private final int[] column;
  private final double[] value;

  private final double[] x;
  private final double[] z;
  private final double[] slack;
  private final double[] price;
  private final Cholesky factor;

  private final double[] dx;
  private final double[] dz;
  private final double[] dSlack;
  private final double[] dPrice;
  private final double[] rowGap;
  private final double[] columnGap;

  ColumnInteriorPoint(RowProgram program) {
    this.program = program;
    columns = program.columns();
    rows = program.rows;
    start = new int[rows + 1];
    int entries = program.start[columns];
    for (int e = 0; e < entries; e++) {
      start[program.row[e] + 1]++;
    }
    for (int i = 0; i < rows; i++) {
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
    x = new double[columns];
    z = new double[columns];
    slack = new double[rows];
    price = new double[rows];
    dx = new double[columns];
    dz = new double[columns];
    dSlack = new double[rows];
    dPrice = new double[rows];
    rowGap = new double[rows];
    columnGap = new double[columns];
    factor = new Cholesky(columns);
    begin();
  }

  /** An even share of time for every column that leaves every time row and pool half empty. */
  private void begin() {
    double share = EVEN;
    for (int i = 0; i < program.times + program.pools; i++) {
      double sum = 0;
      for (int e = start[i]; e < start[i + 1]; e++) {
        sum += Math.max(0, value[e]);
      }
      share = sum > 0 ? Math.min(share, program.limit[i] / (2 * sum)) : share;
    }
    Arrays.fill(x, share);
    double largest = 0;
    for (int c = 0; c < columns; c++) {
      largest = Math.max(largest, Math.abs(program.gain[c]));
    }
    double mu = share * (largest > 0 ? largest : 1);
    for (int i = 0; i < rows; i++) {
      slack[i] = Math.max(program.limit[i] - share * sumOf(i), LEAST_SLACK);
      price[i] = mu / slack[i];
    }
    for (int c = 0; c < columns; c++) {
      z[c] = Math.max(program.priced(c, price) - program.gain[c], mu / share);
    }
  }

  private double sumOf(int i) {
    double sum = 0;
    for (int e = start[i]; e < start[i + 1]; e++) {
      sum += value[e];
    }
    return sum;
  }

  private double rowOf(int i, double[] v) {
    double sum = 0;
    for (int e = start[i]; e < start[i + 1]; e++) {
      sum += value[e] * v[column[e]];
    }
    return sum;
  }

  /** Takes one step; false if none makes progress. */
  boolean step() {
    for (int i = 0; i < rows; i++) {
      rowGap[i] = program.limit[i] - rowOf(i, x) - slack[i];
    }
    for (int c = 0; c < columns; c++) {
      columnGap[c] = program.gain[c] - program.priced(c, price) + z[c];
    }
    form();
    if (!factor.factor()) {
      return false;
    }
    double mu = products(0, 0);
    double[] ofRow = new double[rows];
    double[] ofColumn = new double[columns];
    Arrays.setAll(ofRow, i -> -slack[i] * price[i]);
    Arrays.setAll(ofColumn, c -> -x[c] * z[c]);
    solve(ofRow, ofColumn, 0); // only the length of this step counts
    double reachable = products(longest(x, dx, slack, dSlack), longest(z, dz, price, dPrice));
    double ratio = reachable / mu;
    double aim = mu * Math.max(LEAST_AIM, ratio * ratio * ratio);
    Arrays.setAll(ofRow, i -> aim - slack[i] * price[i] - dSlack[i] * dPrice[i]);
    Arrays.setAll(ofColumn, c -> aim - x[c] * z[c] - dx[c] * dz[c]);
    solve(ofRow, ofColumn, REFINEMENTS);
    double primal = DAMPING * longest(x, dx, slack, dSlack);
    double dual = DAMPING * longest(z, dz, price, dPrice);
    if (!(primal > 1e-12 || dual > 1e-12)) { // also ends on NaN
      return false;
    }
    move(x, dx, primal);
    move(slack, dSlack, primal);
    move(z, dz, dual);
    move(price, dPrice, dual);
    return Double.isFinite(products(0, 0));
  }

  private void form() {
    factor.clear();
    for (int c = 0; c < columns; c++) {
      factor.add(c, c, z[c] / x[c]);
    }
    for (int i = 0; i < rows; i++) {
      double weight = price[i] / slack[i];
      for (int e = start[i]; e < start[i + 1]; e++) {
        double weighted = weight * value[e];
        for (int f = start[i]; f <= e; f++) { // columns ascend
          factor.add(column[e], column[f], weighted * value[f]);
        }
      }
    }
  }

  /** The direction that closes the gaps and changes the products by the given amounts. */
  private void solve(double[] ofRow, double[] ofColumn, int refinements) {
    double[] paid = new double[rows];
    for (int i = 0; i < rows; i++) {
      paid[i] = (ofRow[i] - price[i] * rowGap[i]) / slack[i];
    }
    double[] side = new double[columns];
    for (int c = 0; c < columns; c++) {
      side[c] = columnGap[c] + ofColumn[c] / x[c] - program.priced(c, paid);
    }
    System.arraycopy(side, 0, dx, 0, columns);
    factor.solve(dx);
    for (int k = 0; k < refinements; k++) {
      refine(side);
    }
    for (int i = 0; i < rows; i++) {
      dSlack[i] = rowGap[i] - rowOf(i, dx);
      dPrice[i] = (ofRow[i] - price[i] * dSlack[i]) / slack[i];
    }
    for (int c = 0; c < columns; c++) {
      dz[c] = (ofColumn[c] - z[c] * dx[c]) / x[c];
    }
  }

  private void refine(double[] side) {
    double[] image = new double[rows];
    for (int i = 0; i < rows; i++) {
      image[i] = price[i] / slack[i] * rowOf(i, dx);
    }
    double[] correction = new double[columns];
    for (int c = 0; c < columns; c++) {
      correction[c] = side[c] - z[c] / x[c] * dx[c] - program.priced(c, image);
    }
    factor.solve(correction);
    move(dx, correction, 1);
  }

  /** The mean product after a step. */
  private double products(double primal, double dual) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += (x[c] + primal * dx[c]) * (z[c] + dual * dz[c]);
    }
    for (int i = 0; i < rows; i++) {
      sum += (slack[i] + primal * dSlack[i]) * (price[i] + dual * dPrice[i]);
    }
    return sum / (columns + rows);
  }

  private static double longest(double[] a, double[] da, double[] b, double[] db) {
    return Math.min(longest(a, da), longest(b, db));
  }

  private static double longest(double[] a, double[] da) {
    double longest = 1;
    for (int i = 0; i < a.length; i++) {
      longest = da[i] < 0 ? Math.min(longest, -a[i] / da[i]) : longest;
    }
    return longest;
  }

  private static void move(double[] a, double[] da, double length) {
    for (int i = 0; i < a.length; i++) {
      a[i] += length * da[i];
    }
  }

  /** Whether the sum of all products is still large relative to the objective. */
  boolean isFar() {
    double objective = 0;
    for (int c = 0; c < columns; c++) {
      objective += program.gain[c] * x[c];
    }
    return products(0, 0) * (columns + rows) > FAR * Math.abs(objective);
  }

  /** The values of the columns; not to be modified. */
  double[] fractions() {
    return x;
  }

  /** A copy without the values that converge to 0: those below their relative reduced cost. */
  double[] fractionsWithoutDust() {
    double largest = 0;
    for (double gain : program.gain) {
      largest = Math.max(largest, Math.abs(gain));
    }
    double scale = largest > 0 ? largest : 1;
    double[] swept = x.clone();
    for (int c = 0; c < columns; c++) {
      swept[c] = x[c] < z[c] / scale ? 0 : x[c];
    }
    return swept;
  }

  /** The prices of the rows; not to be modified. */
  double[] prices() {
    return price;
  }
}
