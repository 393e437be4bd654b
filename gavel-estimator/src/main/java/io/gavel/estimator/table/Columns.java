package io.gavel.estimator.table;

import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The columns of a table in order, each found by name. Immutable.
 *
 * <p>Measurements are addressed by {@link Column}, never by position alone, so that tables with
 * different partners cannot be mixed up.
 */
public final class Columns {

  private final List<Column> columns;
  private final Map<Column, Integer> indices;

  private Columns(List<Column> columns) {
    this.columns = List.copyOf(columns);
    this.indices = new HashMap<>(2 * columns.size());
    for (int k = 0; k < this.columns.size(); k++) {
      Column column = this.columns.get(k);
      Integer earlier = indices.put(column, k);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "columns %s and %s are both \"%s\"; each must be different"
                .formatted(earlier, k, column));
      }
    }
  }

  /**
   * Returns the given columns.
   *
   * @param columns at least one, all different
   * @return an immutable copy
   * @throws IllegalArgumentException if there is none, or one is given twice
   */
  public static Columns of(List<Column> columns) {
    Require.atLeast(1, columns.size(), "number of columns");
    return new Columns(columns);
  }

  /**
   * Returns all combinations of worker types and partners: the job's rates first, worker type by
   * worker type.
   *
   * @param workerTypes names of worker types, all different
   * @param partners names of job types, all different
   * @param bothSides whether the partners' rates follow as columns of their own
   * @return {@code workerTypes × partners} columns, or twice as many
   * @throws IllegalArgumentException if there is none, or a name is given twice
   */
  public static Columns grid(List<String> workerTypes, List<String> partners, boolean bothSides) {
    List<Column> own =
        workerTypes.stream()
            .flatMap(w -> partners.stream().map(partner -> Column.of(w, partner)))
            .toList();
    if (!bothSides) {
      return of(own);
    }
    List<Column> all = new ArrayList<>(own);
    own.forEach(column -> all.add(column.linked()));
    return of(all);
  }

  /**
   * Returns the number of columns.
   *
   * @return at least 1
   */
  public int size() {
    return columns.size();
  }

  /**
   * Returns a column by position.
   *
   * @param k the column's index
   * @return the column
   * @throws IndexOutOfBoundsException unless {@code 0 <= k < size()}
   */
  public Column column(int k) {
    return columns.get(Require.index(k, columns.size(), "column"));
  }

  /**
   * Returns all columns in order.
   *
   * @return an immutable list
   */
  public List<Column> asList() {
    return columns;
  }

  /**
   * Returns the index of a column.
   *
   * @param column a column of this table
   * @return its index
   * @throws IllegalArgumentException if the table has no such column
   */
  public int indexOf(Column column) {
    return find(column)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no column \"%s\" among the %s of this table"
                        .formatted(column, size())));
  }

  /**
   * Returns the index of a column, if the table has it.
   *
   * @param column any column
   * @return its index; empty if there is no such column
   */
  public OptionalInt find(Column column) {
    Integer k = indices.get(column);
    return k == null ? OptionalInt.empty() : OptionalInt.of(k);
  }

  /**
   * Requires equal columns in the same order.
   *
   * @param other the columns to compare with these
   * @param what names the owner of the other columns, for the error
   * @param than the owner of these columns, for the error
   * @throws IllegalArgumentException naming the first column that differs, or both numbers
   */
  public void requireSame(Columns other, String what, String than) {
    if (equals(other)) {
      return;
    }
    int k = 0;
    while (k < size() && k < other.size() && column(k).equals(other.column(k))) {
      k++;
    }
    String difference =
        k < size() && k < other.size()
            ? "column %s is \"%s\" and must be \"%s\"".formatted(k, other.column(k), column(k))
            : "there are %s and must be %s".formatted(other.size(), size());
    throw new IllegalArgumentException(
        "%s has other columns than %s: %s".formatted(what, than, difference));
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Columns that && columns.equals(that.columns));
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }
}
