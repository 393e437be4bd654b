package io.gavel.estimator.table;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Normalised rates of job types that were measured in full: reference types × columns.
 *
 * <p>An entry is the rate with a partner divided by the rate alone on the same worker type, from 0
 * (cannot share) to 1 (no slow-down). Immutable, equal by value.
 */
public final class ReferenceTable {

  private final Columns columns;
  private final List<String> names;
  private final double[] rates;

  private ReferenceTable(Columns columns, List<String> names, double[] rates) {
    this.columns = columns;
    this.names = names;
    this.rates = rates;
  }

  /**
   * Returns a table of the given rows.
   *
   * @param columns the measured columns
   * @param names one name for each row, all different, at least one
   * @param rates {@code [reference type][column]}, each from 0 to 1; not modified, not retained
   * @return an immutable copy
   * @throws IllegalArgumentException if names and rows do not fit, or an entry is outside [0, 1]
   */
  public static ReferenceTable of(Columns columns, List<String> names, double[][] rates) {
    Require.atLeast(1, names.size(), "number of reference types");
    if (names.size() != rates.length) {
      throw new IllegalArgumentException(
          "there are %s names for %s rows; each row must have one"
              .formatted(names.size(), rates.length));
    }
    Set<String> seen = new HashSet<>();
    double[] flat = new double[Math.multiplyExact(rates.length, columns.size())];
    for (int i = 0; i < rates.length; i++) {
      String name = Require.name(names.get(i), "name of reference type " + i);
      if (!seen.add(name)) {
        throw new IllegalArgumentException("reference type \"%s\" is given twice".formatted(name));
      }
      Require.length(columns.size(), rates[i].length, "row of \"%s\"".formatted(name));
      for (int k = 0; k < rates[i].length; k++) {
        flat[i * columns.size() + k] = checked(rates[i][k], name, columns.column(k));
      }
    }
    return new ReferenceTable(columns, List.copyOf(names), flat);
  }

  private static double checked(double rate, String name, Column column) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "rate of \"%s\" in column \"%s\" is %s; it must be from 0 to 1"
              .formatted(name, column, rate));
    }
    return rate;
  }

  /**
   * Returns the measured columns.
   *
   * @return the columns in order
   */
  public Columns columns() {
    return columns;
  }

  /**
   * Returns the number of reference types.
   *
   * @return at least 1
   */
  public int size() {
    return names.size();
  }

  /**
   * Returns the names of the reference types.
   *
   * @return an immutable list, in order of the rows
   */
  public List<String> names() {
    return names;
  }

  /**
   * Returns one entry.
   *
   * @param i the row of a reference type
   * @param k a column index
   * @return the normalised rate, from 0 to 1
   * @throws IndexOutOfBoundsException if there is no such row or column
   */
  public double rate(int i, int k) {
    Require.index(i, names.size(), "reference type");
    return rates[i * columns.size() + Require.index(k, columns.size(), "column")];
  }

  /**
   * Returns one row.
   *
   * @param i the row of a reference type
   * @return a copy, one entry for each column
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public double[] row(int i) {
    Require.index(i, names.size(), "reference type");
    return Arrays.copyOfRange(rates, i * columns.size(), (i + 1) * columns.size());
  }

  /**
   * Returns the table without one reference type, as leave-one-out validation needs it.
   *
   * @param i the row to leave out
   * @return a table with one row less
   * @throws IllegalArgumentException if it is the only row
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public ReferenceTable without(int i) {
    Require.index(i, names.size(), "reference type");
    if (names.size() == 1) {
      throw new IllegalArgumentException(
          "\"%s\" is the only reference type; there must be another".formatted(names.get(i)));
    }
    List<Integer> rest = new ArrayList<>();
    for (int r = 0; r < size(); r++) {
      if (r != i) {
        rest.add(r);
      }
    }
    return select(rest);
  }

  /**
   * Returns a table of some rows, in the given order.
   *
   * @param rows row indices, all different, at least one
   * @return a table of these rows
   * @throws IllegalArgumentException if a row is given twice or there is none
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public ReferenceTable select(List<Integer> rows) {
    return of(
        columns,
        rows.stream().map(i -> names.get(Require.index(i, size(), "reference type"))).toList(),
        rows.stream().map(this::row).toArray(double[][]::new));
  }

  /**
   * Returns one row as measurements.
   *
   * @param i the row of a reference type
   * @return the row, measured in full
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public Measurements complete(int i) {
    return Measurements.complete(columns, row(i));
  }

  /**
   * Returns the means of the columns.
   *
   * @return a new array, the mean over the reference types for each column
   */
  public double[] columnMeans() {
    double[] means = new double[columns.size()];
    for (int i = 0; i < size(); i++) {
      for (int k = 0; k < means.length; k++) {
        means[k] += rates[i * means.length + k];
      }
    }
    for (int k = 0; k < means.length; k++) {
      means[k] /= size();
    }
    return means;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReferenceTable that
        && columns.equals(that.columns)
        && names.equals(that.names)
        && Arrays.equals(rates, that.rates);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * columns.hashCode() + names.hashCode()) + Arrays.hashCode(rates);
  }

  @Override
  public String toString() {
    return "ReferenceTable[%s reference types, %s columns]".formatted(size(), columns.size());
  }
}
