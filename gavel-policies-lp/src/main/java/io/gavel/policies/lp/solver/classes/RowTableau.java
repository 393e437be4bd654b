package io.gavel.policies.lp.solver.classes;

import java.util.Arrays;

/**
 * The tableau of rows {@code Σ_c value_ic x_c + slack_i = limit_i} for some basis: each basic
 * variable in terms of nonbasic ones, {@code basic_i + Σ_j number_ij nonbasic_j = value_i}.
 *
 * <p>Only the numbers of slacks are kept. They are the inverse of the basis, and have as many
 * columns as rows that are tight. The values of the columns, of which there are many more, follow
 * from them and the rows, which have few entries. Mutable.
 */
final class RowTableau {

  private static final int NONE = -1;

  /** A pivot that is rounding: without its column, the basis is one. */
  private static final double SINGULAR = 1e-11;

  /** The columns of the entries of each row without the last column, {@code [row][]}. */
  private int[][] columnsOf = new int[64][];

  private double[][] valuesOf = new double[64][];

  /** The same by column: the row of each entry, its value, and how many there are. */
  private final int[][] rowsIn;

  private final double[][] valuesIn;
  private final int[] entriesIn;

  /** The entries of the last column, {@code [row]}. */
  private double[] last = new double[64];

  /** The numbers of slacks that are not basic, {@code [row][slot]}. */
  private double[][] numbers = new double[64][];

  /** The row of the slack of each slot. */
  private int[] slackAt = new int[64];

  private int slots;

  /** The slot of the slack of each row; NONE if it is basic. */
  private int[] slotOf = new int[64];

  /** The row where each slack is basic, undefined if it is not. */
  private int[] rowOfSlack = new int[64];

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
    rowsIn = new int[columns - 1][4];
    valuesIn = new double[columns - 1][4];
    entriesIn = new int[columns - 1];
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
      numbers = Arrays.copyOf(numbers, 2 * count);
      slotOf = Arrays.copyOf(slotOf, 2 * count);
      rowOfSlack = Arrays.copyOf(rowOfSlack, 2 * count);
      basic = Arrays.copyOf(basic, 2 * count);
    }
    int entries = 0;
    int[] columnsOfRow = new int[row.length];
    for (int c = 0; c < row.length; c++) {
      if (row[c] != 0) {
        columnsOfRow[entries++] = c;
        addTo(c, row[c]);
      }
    }
    int[] used = Arrays.copyOf(columnsOfRow, entries);
    columnsOf[count] = used;
    valuesOf[count] = Arrays.stream(used).mapToDouble(c -> row[c]).toArray();
    last[count] = ofLast;
    numbers[count] = new double[slackAt.length];
    for (int i = 0; i < count; i++) {
      int c = basic[i];
      double factor = c < row.length ? row[c] : c == row.length ? ofLast : 0;
      if (factor != 0) {
        subtract(factor, numbers[i], numbers[count]);
      }
    }
    slotOf[count] = NONE;
    rowOfSlack[count] = count;
    basic[count] = columns + count;
    count++;
  }

  private void addTo(int c, double value) {
    int e = entriesIn[c]++;
    if (e == rowsIn[c].length) {
      rowsIn[c] = Arrays.copyOf(rowsIn[c], 2 * e);
      valuesIn[c] = Arrays.copyOf(valuesIn[c], 2 * e);
    }
    rowsIn[c][e] = count;
    valuesIn[c][e] = value;
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
    double[] tight = new double[slots];
    Arrays.setAll(tight, t -> limits[slackAt[t]]);
    for (int i = 0; i < count; i++) {
      double sum = basic[i] >= columns ? limits[basic[i] - columns] : 0;
      double[] of = numbers[i];
      for (int t = 0; t < tight.length; t++) {
        sum += of[t] * tight[t];
      }
      into[i] = sum;
    }
  }

  /** Returns the numbers of a row, {@code [place]}. */
  double[] row(int i) {
    double[] ofColumn = new double[columns];
    if (basic[i] >= columns) {
      add(1, basic[i] - columns, ofColumn);
    }
    double[] of = numbers[i];
    for (int t = 0; t < slots; t++) {
      if (of[t] != 0) {
        add(of[t], slackAt[t], ofColumn);
      }
    }
    double[] row = new double[columns];
    for (int j = 0; j < columns; j++) {
      int variable = nonbasic[j];
      row[j] = variable < columns ? ofColumn[variable] : of[slotOf[variable - columns]];
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
      int t = slotOf[variable - columns];
      Arrays.setAll(column, i -> numbers[i][t]);
    } else if (variable == columns - 1) {
      values(last, column);
    } else {
      for (int e = 0; e < entriesIn[variable]; e++) {
        int q = rowsIn[variable][e];
        double value = valuesIn[variable][e];
        int t = slotOf[q];
        if (t == NONE) {
          column[rowOfSlack[q]] += value;
          continue;
        }
        for (int i = 0; i < count; i++) {
          column[i] += value * numbers[i][t];
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
    double[] row = numbers[r];
    double pivot = column[r];
    for (int t = 0; t < slots; t++) {
      row[t] /= pivot;
    }
    for (int i = 0; i < count; i++) {
      if (i != r && column[i] != 0) {
        subtract(column[i], row, numbers[i]);
      }
    }
    int entering = nonbasic[j];
    int leaving = basic[r];
    basic[r] = entering;
    nonbasic[j] = leaving;
    int slot = slots;
    if (entering >= columns) {
      slot = slotOf[entering - columns];
      slotOf[entering - columns] = NONE;
      rowOfSlack[entering - columns] = r;
    }
    if (leaving >= columns) {
      open(slot, leaving - columns);
      for (int i = 0; i < count; i++) {
        numbers[i][slot] = i == r ? 1 / pivot : -column[i] / pivot;
      }
    } else if (slot < slots) {
      close(slot);
    }
  }

  /** Gives a slack a slot, which may be one after the last. */
  private void open(int slot, int slack) {
    if (slot == slots) {
      slots++;
      if (slots > slackAt.length) {
        slackAt = Arrays.copyOf(slackAt, 2 * slot);
        for (int i = 0; i < count; i++) {
          numbers[i] = Arrays.copyOf(numbers[i], 2 * slot);
        }
      }
    }
    slackAt[slot] = slack;
    slotOf[slack] = slot;
  }

  /** Takes a slot away: the last one moves there. */
  private void close(int slot) {
    slots--;
    slackAt[slot] = slackAt[slots];
    if (slot < slots) {
      slotOf[slackAt[slot]] = slot;
    }
    for (int i = 0; i < count; i++) {
      numbers[i][slot] = numbers[i][slots];
    }
  }

  private void subtract(double factor, double[] row, double[] from) {
    for (int t = 0; t < slots; t++) {
      from[t] -= factor * row[t];
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
    slots = 0;
    for (int i = 0; i < count; i++) {
      basic[i] = columns + i;
      slotOf[i] = NONE;
      rowOfSlack[i] = i;
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
