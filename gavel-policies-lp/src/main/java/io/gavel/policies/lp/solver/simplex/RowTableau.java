package io.gavel.policies.lp.solver.simplex;

import java.util.Arrays;

/**
 * The tableau of rows {@code Σ_c value_ic x_c + slack_i = limit_i} for some basis: each basic
 * variable in terms of those that are not, {@code basic_i + Σ_j number_ij nonbasic_j = value_i}. It
 * is dense and has no columns for basic variables. Mutable.
 */
final class RowTableau {

  /** The columns in the rows, {@code [row][column]}. */
  double[][] rows = new double[64][];

  /** The numbers, {@code [row][place]}. */
  double[][] numbers = new double[64][];

  /** The variable of each row: a column, or the slack of row {@code i} as {@code columns + i}. */
  int[] basic = new int[64];

  /** The variable of each place. */
  final int[] nonbasic;

  /** What a unit of each place costs, at least 0, {@code [place]}. */
  final double[] cost;

  final int columns;
  int count;

  /** No rows, and columns that cost nothing. */
  RowTableau(int columns) {
    this.columns = columns;
    cost = new double[columns];
    nonbasic = new int[columns];
    Arrays.setAll(nonbasic, j -> j);
  }

  /**
   * Adds a row, whose slack is basic.
   *
   * @param row of the columns, {@code [column]}; not copied
   */
  void add(double[] row) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, 2 * count);
      numbers = Arrays.copyOf(numbers, 2 * count);
      basic = Arrays.copyOf(basic, 2 * count);
    }
    rows[count] = row;
    numbers[count] = inTermsOfNonbasic(row);
    basic[count] = columns + count;
    count++;
  }

  private double[] inTermsOfNonbasic(double[] row) {
    double[] t = new double[columns];
    Arrays.setAll(t, j -> nonbasic[j] < columns ? row[nonbasic[j]] : 0);
    for (int k = 0; k < count; k++) {
      double factor = basic[k] < columns ? row[basic[k]] : 0;
      if (factor != 0) {
        double[] of = numbers[k];
        for (int j = 0; j < columns; j++) {
          t[j] -= factor * of[j];
        }
      }
    }
    return t;
  }

  /** The place of a variable that is not basic. */
  int placeOf(int variable) {
    int at = 0;
    while (nonbasic[at] != variable) {
      at++;
    }
    return at;
  }

  /** The row of a basic variable; -1 if it is not basic. */
  int rowOf(int variable) {
    for (int i = 0; i < count; i++) {
      if (basic[i] == variable) {
        return i;
      }
    }
    return -1;
  }

  /** The values of basic variables at given limits. */
  void values(double[] limits, double[] into) {
    for (int i = 0; i < count; i++) {
      double sum = basic[i] >= columns ? limits[basic[i] - columns] : 0;
      double[] t = numbers[i];
      for (int j = 0; j < columns; j++) {
        sum += nonbasic[j] >= columns ? t[j] * limits[nonbasic[j] - columns] : 0;
      }
      into[i] = sum;
    }
  }

  /** The place of the largest number, whatever its sign. */
  static int largest(double[] row) {
    int largest = 0;
    for (int j = 1; j < row.length; j++) {
      largest = Math.abs(row[j]) > Math.abs(row[largest]) ? j : largest;
    }
    return largest;
  }

  /** The sum of the sizes of numbers, and 1. */
  static double size(double[] row) {
    double sum = 1;
    for (double t : row) {
      sum += Math.abs(t);
    }
    return sum;
  }

  /** Exchanges a basic variable and another one. */
  void pivot(int r, int j) {
    double[] row = numbers[r];
    double pivot = row[j];
    for (int k = 0; k < columns; k++) {
      row[k] /= pivot;
    }
    row[j] = 1 / pivot;
    for (int i = 0; i < count; i++) {
      double factor = numbers[i][j];
      if (i != r && factor != 0) {
        subtract(factor, row, numbers[i], j);
      }
    }
    subtract(cost[j], row, cost, j);
    for (int k = 0; k < columns; k++) {
      cost[k] = Math.max(0, cost[k]); // costs may be any
    }
    int out = basic[r];
    basic[r] = nonbasic[j];
    nonbasic[j] = out;
  }

  private static void subtract(double factor, double[] row, double[] from, int j) {
    for (int k = 0; k < row.length; k++) {
      from[k] -= k == j ? 0 : factor * row[k];
    }
    from[j] = -factor * row[j];
  }

  /** Computes the tableau of the current basis from the rows. */
  void anew() {
    double[] costOf = new double[columns + count];
    for (int j = 0; j < columns; j++) {
      costOf[nonbasic[j]] = cost[j];
    }
    boolean[] wanted = new boolean[columns + count];
    for (int i = 0; i < count; i++) {
      wanted[basic[i]] = true;
    }
    Arrays.setAll(nonbasic, j -> j);
    for (int i = 0; i < count; i++) {
      basic[i] = columns + i;
      System.arraycopy(rows[i], 0, numbers[i], 0, columns);
    }
    for (int j = 0; j < columns; j++) {
      int best = -1;
      for (int i = 0; wanted[j] && i < count; i++) {
        boolean leaves = basic[i] == columns + i && !wanted[basic[i]];
        boolean larger = best < 0 || Math.abs(numbers[i][j]) > Math.abs(numbers[best][j]);
        best = leaves && larger ? i : best;
      }
      if (best >= 0) {
        pivot(best, j);
      }
    }
    for (int j = 0; j < columns; j++) {
      cost[j] = costOf[nonbasic[j]];
    }
  }
}
