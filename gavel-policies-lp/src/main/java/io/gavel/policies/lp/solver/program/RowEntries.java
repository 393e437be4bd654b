package io.gavel.policies.lp.solver.program;

/** The entries of {@link CouplingRows}, arranged by column. Immutable. */
public final class RowEntries {
  private final int[] start;
  private final int[] row;
  private final double[] coefficient;

  /**
   * Returns whether two columns have the same entries.
   *
   * @param c the index of a column
   * @param d the index of a column
   * @return true if their rows and the bits of their coefficients are equal
   */
  public boolean isSame(int c, int d) {
    int entries = start[c + 1] - start[c];
    boolean same = start[d + 1] - start[d] == entries;
    for (int e = 0; same && e < entries; e++) {
      same =
          row[start[c] + e] == row[start[d] + e]
              && Double.doubleToRawLongBits(coefficient[start[c] + e])
                  == Double.doubleToRawLongBits(coefficient[start[d] + e]);
    }
    return same;
  }

  RowEntries(CouplingRows rows, int columns) {
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
  public void forEach(int c, CouplingRows.Entry entry) {
    for (int e = start[c]; e < start[c + 1]; e++) {
      entry.set(row[e], coefficient[e]);
    }
  }
}
