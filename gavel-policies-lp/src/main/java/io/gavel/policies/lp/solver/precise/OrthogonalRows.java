package io.gavel.policies.lp.solver.precise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sparse rows as combinations of orthonormal ones: {@code A = L Q}, by the method of Gram and
 * Schmidt. Rows that depend on earlier rows are left out. Rows that share no column stay as sparse
 * as they are, so rows of one job should come before rows of pools. Mutable.
 */
final class OrthogonalRows {

  /** A row with a smaller component orthogonal to the earlier rows depends on them. */
  private static final double DEPENDENT = 1e-11;

  /** An orthonormal row, and its origin in terms of earlier rows. */
  private static final class Row {
    final int index;
    final int[] columns;
    final double[] values;
    final int[] earlier;
    final double[] parts;
    final double length;

    Row(int index, int[] columns, double[] values, int[] earlier, double[] parts, double length) {
      this.index = index;
      this.columns = columns;
      this.values = values;
      this.earlier = earlier;
      this.parts = parts;
      this.length = length;
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final List<List<Integer>> rowsOfColumn = new ArrayList<>();
  private final double[] work;
  private final boolean[] touched;
  private final boolean[] met;

  /** Columns or rows that are being collected. */
  private final int[] buffer;

  private long operations;

  OrthogonalRows(int columns, int mostRows) {
    work = new double[columns];
    touched = new boolean[columns];
    met = new boolean[mostRows];
    buffer = new int[Math.max(columns, mostRows)];
    for (int c = 0; c < columns; c++) {
      rowsOfColumn.add(new ArrayList<>(4));
    }
  }

  /** Returns the multiplications so far. */
  long operations() {
    return operations;
  }

  /** Adds a row; the index names it in vectors of rows. */
  void add(int index, int[] columns, double[] values) {
    int[] earlier = overlapping(columns);
    int[] support = support(columns, earlier);
    double before = 0;
    for (int e = 0; e < columns.length; e++) {
      work[columns[e]] = values[e];
      before += values[e] * values[e];
    }
    double[] parts = new double[earlier.length];
    for (int pass = 0; pass < 2; pass++) { // the second takes out what rounding left
      for (int i = 0; i < earlier.length; i++) {
        Row row = rows.get(earlier[i]);
        double dot = 0;
        for (int e = 0; e < row.columns.length; e++) {
          dot += row.values[e] * work[row.columns[e]];
        }
        for (int e = 0; e < row.columns.length; e++) {
          work[row.columns[e]] -= dot * row.values[e];
        }
        parts[i] += dot;
        operations += 2L * row.columns.length;
      }
    }
    double square = 0;
    for (int c : support) {
      square += work[c] * work[c];
    }
    double length = Math.sqrt(square);
    if (length > DEPENDENT * Math.sqrt(before)) {
      double[] unit = new double[support.length];
      for (int e = 0; e < support.length; e++) {
        unit[e] = work[support[e]] / length;
        rowsOfColumn.get(support[e]).add(rows.size());
      }
      rows.add(new Row(index, support, unit, earlier, parts, length));
    }
    for (int c : support) {
      work[c] = 0;
    }
  }

  private int[] overlapping(int[] columns) {
    int count = 0;
    for (int c : columns) {
      for (int row : rowsOfColumn.get(c)) {
        buffer[count] = row;
        count += met[row] ? 0 : 1;
        met[row] = true;
      }
    }
    int[] found = Arrays.copyOf(buffer, count);
    Arrays.sort(found);
    for (int row : found) {
      met[row] = false;
    }
    return found;
  }

  private int[] support(int[] columns, int[] earlier) {
    int count = mark(columns, 0);
    for (int row : earlier) {
      count = mark(rows.get(row).columns, count);
    }
    for (int i = 0; i < count; i++) {
      touched[buffer[i]] = false;
    }
    return Arrays.copyOf(buffer, count);
  }

  private int mark(int[] columns, int count) {
    int next = count;
    for (int c : columns) {
      if (!touched[c]) {
        touched[c] = true;
        buffer[next++] = c;
      }
    }
    return next;
  }

  /** Returns the shortest vector of columns whose sums over the rows are given, {@code [row]}. */
  double[] shortest(double[] sums) {
    double[] part = new double[rows.size()];
    double[] x = new double[work.length];
    for (int i = 0; i < part.length; i++) {
      Row row = rows.get(i);
      double rest = sums[row.index];
      for (int e = 0; e < row.earlier.length; e++) {
        rest -= row.parts[e] * part[row.earlier[e]];
      }
      part[i] = rest / row.length;
      for (int e = 0; e < row.columns.length; e++) {
        x[row.columns[e]] += part[i] * row.values[e];
      }
    }
    return x;
  }

  /** Returns the factors of the rows whose sum is closest to a vector of columns. */
  double[] closest(double[] target) {
    double[] part = new double[rows.size()];
    double[] factor = new double[met.length];
    for (int i = 0; i < part.length; i++) {
      Row row = rows.get(i);
      for (int e = 0; e < row.columns.length; e++) {
        part[i] += row.values[e] * target[row.columns[e]];
      }
    }
    for (int i = part.length - 1; i >= 0; i--) {
      Row row = rows.get(i);
      double f = part[i] / row.length;
      factor[row.index] = f;
      for (int e = 0; e < row.earlier.length; e++) {
        part[row.earlier[e]] -= row.parts[e] * f;
      }
    }
    return factor;
  }
}
