package io.gavel.policies.lp.solver.program;

import java.util.ArrayList;
import java.util.List;

/**
 * The side rows of a program, which relate fractions to each other: {@code Σ_c coefficient_c x_c ≥
 * 0}. Their right-hand side is 0, so they enter a bound only through the worth of its columns.
 * Immutable.
 */
public final class SideConstraints {

  private final List<Row> rows;

  /** One row as parallel arrays, which are not modified. */
  private static final class Row {
    final int[] columns;
    final double[] coefficients;

    Row(int[] columns, double[] coefficients) {
      this.columns = columns;
      this.coefficients = coefficients;
    }
  }

  private SideConstraints(List<Row> rows) {
    this.rows = rows;
  }

  /**
   * No rows.
   *
   * @return an empty set
   */
  public static SideConstraints none() {
    return new SideConstraints(List.of());
  }

  /**
   * Starts an empty set of rows.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects rows. Mutable. */
  public static final class Builder {
    private final List<Row> rows = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a row. Its coefficients are divided by the power of two next to the largest of them.
     *
     * @param columns indices of columns of the program, {@code [entry]}, each at most once; copied
     * @param coefficients one for each column, {@code [entry]}, in any unit common to the row,
     *     finite; copied
     * @return this builder
     * @throws IllegalArgumentException if the lengths differ or a coefficient is not finite
     */
    public Builder add(int[] columns, double[] coefficients) {
      if (columns.length != coefficients.length) {
        throw new IllegalArgumentException(
            "a row has %d columns and %d coefficients; the numbers must be equal"
                .formatted(columns.length, coefficients.length));
      }
      double largest = 0;
      for (int i = 0; i < columns.length; i++) {
        if (!Double.isFinite(coefficients[i])) {
          throw new IllegalArgumentException(
              "coefficient of column %d is %s; it must be finite"
                  .formatted(columns[i], coefficients[i]));
        }
        largest = Math.max(largest, Math.abs(coefficients[i]));
      }
      double[] scaled = coefficients.clone();
      for (int i = 0; largest > 0 && i < scaled.length; i++) {
        scaled[i] = Math.scalb(scaled[i], -Math.getExponent(largest));
      }
      rows.add(new Row(columns.clone(), scaled));
      return this;
    }

    /**
     * Builds the set.
     *
     * @return the rows, in the order in which they were added
     */
    public SideConstraints build() {
      return new SideConstraints(List.copyOf(rows));
    }
  }

  /**
   * The number of rows.
   *
   * @return at least 0
   */
  public int count() {
    return rows.size();
  }

  /** Receives the entries of a row or of a column, one by one. */
  @FunctionalInterface
  public interface Entry {

    /**
     * Receives an entry.
     *
     * @param index the index of its column if the entries are those of a row; the index of its row
     *     if they are those of a column
     * @param coefficient the coefficient in the row
     */
    void set(int index, double coefficient);
  }

  /**
   * Passes on the entries of a row.
   *
   * @param row the index of a row, from 0
   * @param entry receives column and coefficient of each entry
   */
  public void forEach(int row, Entry entry) {
    Row r = rows.get(row);
    for (int i = 0; i < r.columns.length; i++) {
      entry.set(r.columns[i], r.coefficients[i]);
    }
  }

  /**
   * The same entries, arranged by column.
   *
   * @param columns the number of columns of the program
   * @return rows and coefficients of each column
   */
  public ByColumn byColumn(int columns) {
    return new ByColumn(this, columns);
  }

  /** Rows and coefficients of each column. Immutable. */
  public static final class ByColumn {
    private final int[] start;
    private final int[] row;
    private final double[] coefficient;

    private ByColumn(SideConstraints rows, int columns) {
      start = new int[columns + 1];
      for (int i = 0; i < rows.count(); i++) {
        rows.forEach(i, (c, value) -> start[c + 1]++);
      }
      for (int c = 0; c < columns; c++) {
        start[c + 1] += start[c];
      }
      row = new int[start[columns]];
      coefficient = new double[row.length];
      int[] next = start.clone();
      for (int i = 0; i < rows.count(); i++) {
        int of = i;
        rows.forEach(
            i,
            (c, value) -> {
              row[next[c]] = of;
              coefficient[next[c]++] = value;
            });
      }
    }

    /**
     * Passes on the entries of a column.
     *
     * @param c the index of a column
     * @param entry receives row and coefficient of each entry, rows ascending
     */
    public void forEach(int c, Entry entry) {
      for (int e = start[c]; e < start[c + 1]; e++) {
        entry.set(row[e], coefficient[e]);
      }
    }
  }

  /** The worth that prices of rows, {@code [side row]}, give to each column, {@code [column]}. */
  double[] worth(double[] prices, int columns) {
    double[] worth = new double[columns];
    for (int i = 0; i < prices.length; i++) {
      double price = prices[i];
      forEach(i, (c, coefficient) -> worth[c] += price * coefficient);
    }
    return worth;
  }

  /** The largest violation of a row, relative to the sum of the sizes of its terms. */
  double violation(double[] x) {
    double worst = 0;
    for (Row row : rows) {
      double sum = 0;
      double size = 0;
      for (int i = 0; i < row.columns.length; i++) {
        double term = row.coefficients[i] * x[row.columns[i]];
        sum += term;
        size += Math.abs(term);
      }
      worst = sum < 0 ? Math.max(worst, -sum / size) : worst;
    }
    return worst;
  }
}
