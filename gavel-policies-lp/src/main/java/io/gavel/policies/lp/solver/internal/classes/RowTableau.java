package io.gavel.policies.lp.solver.internal.classes;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The tableau of rows {@code Σ_c value_ic x_c + slack_i = limit_i} for some basis: each basic
 * variable in terms of nonbasic ones, {@code basic_i + Σ_j number_ij nonbasic_j = value_i}.
 *
 * <p>Only the numbers of slacks are kept, which are the inverse of the basis. The numbers of the
 * columns, of which there are many more, follow from them and the rows, which have few entries.
 * Mutable.
 */
final class RowTableau {

  private static final int NONE = -1;

  /** A pivot that is rounding: without its column, the basis is one. */
  private static final double SINGULAR = 1e-11;

  /** The columns of the entries of each row without the last column, {@code [row][]}. */
  private int[][] columnsOf = new int[64][];

  private double[][] valuesOf = new double[64][];

  /** The entries of the last column, {@code [row]}. */
  private double[] last = new double[64];

  /** The numbers of all slacks, {@code [row][slack]}. */
  private double[][] inverse = new double[64][64];

  /** The variable of each row: a column, or the slack of row {@code i} as {@code columns + i}. */
  int[] basic = new int[64];

  /** The variable of each place. */
  final int[] nonbasic;

  /** The cost of a unit of each place, at least 0, {@code [place]}. */
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
   * @param row of the columns but the last one, {@code [column]}
   * @param ofLast the entry of the last column
   */
  void add(double[] row, double ofLast) {
    if (count == basic.length) {
      columnsOf = Arrays.copyOf(columnsOf, 2 * count);
      valuesOf = Arrays.copyOf(valuesOf, 2 * count);
      last = Arrays.copyOf(last, 2 * count);
      basic = Arrays.copyOf(basic, 2 * count);
      inverse = Arrays.copyOf(inverse, 2 * count);
      for (int i = 0; i < inverse.length; i++) {
        inverse[i] = i < count ? Arrays.copyOf(inverse[i], 2 * count) : new double[2 * count];
      }
    }
    int[] used = IntStream.range(0, row.length).filter(c -> row[c] != 0).toArray();
    columnsOf[count] = used;
    valuesOf[count] = Arrays.stream(used).mapToDouble(c -> row[c]).toArray();
    last[count] = ofLast;
    for (int i = 0; i < count; i++) {
      int c = basic[i];
      double factor = c < row.length ? row[c] : c == row.length ? ofLast : 0;
      if (factor != 0) {
        subtract(factor, inverse[i], inverse[count]);
      }
    }
    inverse[count][count] = 1;
    basic[count] = columns + count;
    count++;
  }

  /** Sets the entry of the last column, which is not basic, in a row. */
  void last(int i, double value) {
    last[i] = value;
  }

  /** Returns the place of a variable that is not basic. */
  int placeOf(int variable) {
    int at = 0;
    while (nonbasic[at] != variable) {
      at++;
    }
    return at;
  }

  /** Returns the row of a basic variable; -1 if it is not basic. */
  int rowOf(int variable) {
    for (int i = 0; i < count; i++) {
      if (basic[i] == variable) {
        return i;
      }
    }
    return NONE;
  }

  /** The values of basic variables at given limits. */
  void values(double[] limits, double[] into) {
    for (int i = 0; i < count; i++) {
      double sum = 0;
      double[] of = inverse[i];
      for (int k = 0; k < count; k++) {
        sum += of[k] * limits[k];
      }
      into[i] = sum;
    }
  }

  /** Returns the numbers of a row, {@code [place]}. */
  double[] row(int i) {
    double[] ofColumn = new double[columns];
    double[] of = inverse[i];
    for (int k = 0; k < count; k++) {
      if (of[k] != 0) {
        add(of[k], k, ofColumn);
      }
    }
    double[] row = new double[columns];
    for (int j = 0; j < columns; j++) {
      int variable = nonbasic[j];
      row[j] = variable < columns ? ofColumn[variable] : of[variable - columns];
    }
    return row;
  }

  private void add(double factor, int i, double[] into) {
    int[] columnsOfRow = columnsOf[i];
    double[] values = valuesOf[i];
    for (int e = 0; e < values.length; e++) {
      into[columnsOfRow[e]] += factor * values[e];
    }
    into[columns - 1] += factor * last[i];
  }

  /** Returns the numbers of a place, {@code [row]}. */
  double[] column(int j) {
    int variable = nonbasic[j];
    double[] column = new double[count];
    if (variable >= columns) {
      Arrays.setAll(column, i -> inverse[i][variable - columns]);
    } else if (variable == columns - 1) {
      values(last, column);
    } else {
      for (int k = 0; k < count; k++) {
        int e = Arrays.binarySearch(columnsOf[k], variable);
        for (int i = 0; e >= 0 && i < count; i++) {
          column[i] += valuesOf[k][e] * inverse[i][k];
        }
      }
    }
    return column;
  }

  /** Returns the residuals of the rows at a point, {@code [column]}; {@code [row]}. */
  double[] missed(double[] limits, double[] x) {
    double[] missed = Arrays.copyOf(limits, count);
    for (int i = 0; i < count; i++) {
      double sum = last[i] * x[columns - 1];
      for (int e = 0; e < valuesOf[i].length; e++) {
        sum += valuesOf[i][e] * x[columnsOf[i][e]];
      }
      missed[i] -= sum;
    }
    return missed;
  }

  /** Returns the place of the largest number, whatever its sign. */
  static int largest(double[] row) {
    int largest = 0;
    for (int j = 1; j < row.length; j++) {
      largest = Math.abs(row[j]) > Math.abs(row[largest]) ? j : largest;
    }
    return largest;
  }

  /** Returns the sum of the sizes of numbers, and 1. */
  static double size(double[] row) {
    double sum = 1;
    for (double t : row) {
      sum += Math.abs(t);
    }
    return sum;
  }

  /**
   * Returns the place to exchange for a row: of the numbers below 0 for which no cost falls below 0
   * by more than a little, the one furthest below 0.
   *
   * @param row the numbers of the row, {@code [place]}
   * @param open the places to choose from, whose numbers are below 0, {@code [place]}
   * @param little the tolerated negative cost
   * @return -1 if no place is open
   */
  int cheapest(double[] row, boolean[] open, double little) {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < columns; j++) {
      least = open[j] ? Math.min(least, (cost[j] + little) / -row[j]) : least;
    }
    int cheapest = NONE;
    for (int j = 0; j < columns; j++) { // products would round: of large costs, none may be left
      boolean cheap = open[j] && cost[j] / -row[j] <= least;
      cheapest = cheap && (cheapest < 0 || row[j] < row[cheapest]) ? j : cheapest;
    }
    return cheapest;
  }

  /** Exchanges a basic variable and another one, and charges what that costs. */
  void pivot(int r, int j) {
    pivot(r, j, row(r), column(j));
  }

  /**
   * Exchanges a basic variable and another one, and charges what that costs.
   *
   * @param row the numbers of the first, {@code [place]}
   * @param column the numbers of the second, {@code [row]}
   */
  void pivot(int r, int j, double[] row, double[] column) {
    double unit = cost[j] / column[r];
    for (int k = 0; k < columns; k++) {
      cost[k] = Math.max(0, cost[k] - unit * row[k]); // costs may be any
    }
    cost[j] = Math.max(0, -unit);
    exchange(r, j, column);
  }

  private void exchange(int r, int j, double[] column) {
    double[] row = inverse[r];
    double pivot = column[r];
    for (int k = 0; k < count; k++) {
      row[k] /= pivot;
    }
    for (int i = 0; i < count; i++) {
      if (i != r && column[i] != 0) {
        subtract(column[i], row, inverse[i]);
      }
    }
    int entering = nonbasic[j];
    nonbasic[j] = basic[r];
    basic[r] = entering;
  }

  private void subtract(double factor, double[] row, double[] from) {
    for (int k = 0; k < count; k++) {
      from[k] -= factor * row[k];
    }
  }

  /** Chooses the cost of a unit of each place. */
  void chooseCosts() {
    for (int j = 0; j < columns; j++) {
      cost[j] = 1 + j * 0x9E3779B9L % 1024 / 1024.0; // differ, so that no basis comes back
    }
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
      Arrays.fill(inverse[i], 0);
      inverse[i][i] = 1;
    }
    for (int j = 0; j < columns; j++) {
      double[] column = wanted[j] ? column(j) : new double[0];
      int best = NONE;
      for (int i = 0; i < column.length; i++) {
        boolean leaves = basic[i] == columns + i && !wanted[basic[i]];
        boolean larger = best < 0 || Math.abs(column[i]) > Math.abs(column[best]);
        best = leaves && larger ? i : best;
      }
      if (best >= 0 && Math.abs(column[best]) > SINGULAR) {
        exchange(best, j, column);
      }
    }
    for (int j = 0; j < columns; j++) {
      cost[j] = costOf[nonbasic[j]];
    }
  }
}
