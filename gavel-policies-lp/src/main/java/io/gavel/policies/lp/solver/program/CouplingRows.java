package io.gavel.policies.lp.solver.program;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.coefficients.CompensatedSum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The coupling rows of a program, which relate fractions and {@linkplain FreeVariables free
 * variables} to a bound: {@code Σ_c a_c x_c + Σ_f e_f y_f ≤, ≥ or = β}. Each row has a name for
 * messages and a unit of its own. Immutable.
 */
public final class CouplingRows {

  private static final CouplingRows NONE = new CouplingRows(List.of());

  private final List<LinearRow> rows;

  private final RowEntries byFree;

  private CouplingRows(List<LinearRow> rows) {
    this.rows = rows;
    int used = 0; // the last variables may be in no row
    for (LinearRow row : rows) {
      used = row.freeSize() == 0 ? used : Math.max(used, row.free(row.freeSize() - 1) + 1);
    }
    byFree = new RowEntries(rows.size(), used, (entry, i) -> forEachFree(i, entry));
  }

  /**
   * Returns no rows.
   *
   * @return an empty set
   */
  public static CouplingRows none() {
    return NONE;
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
    private final List<LinearRow> rows = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a row over columns of jobs.
     *
     * @param name the name for messages
     * @param relation how the sum is related to the bound
     * @param bound the bound β, in the unit of the row, finite
     * @param columns indices of columns of the program, {@code [entry]}, each at most once; copied
     * @param coefficients one for each column, {@code [entry]}, in the unit of the row for a
     *     fraction of 1, finite; copied
     * @return this builder
     * @throws IllegalArgumentException if the lengths differ, a number is not finite, or a column
     *     is repeated
     */
    public Builder add(
        String name, Relation relation, double bound, int[] columns, double[] coefficients) {
      return add(name, relation, bound, columns, coefficients, new int[0], new double[0]);
    }

    /**
     * Adds a row over columns of jobs and free variables.
     *
     * @param name the name for messages
     * @param relation how the sum is related to the bound
     * @param bound the bound β, in the unit of the row, finite
     * @param columns indices of columns of the program, {@code [entry]}, each at most once; copied
     * @param coefficients one for each column, {@code [entry]}, in the unit of the row for a
     *     fraction of 1, finite; copied
     * @param free indices of free variables of the program, {@code [entry]}, each at most once;
     *     copied
     * @param freeCoefficients one for each free variable, {@code [entry]}, in the unit of the row
     *     for a value of 1, finite; copied
     * @return this builder
     * @throws IllegalArgumentException if the lengths differ, a number is not finite, or a column
     *     is repeated
     */
    public Builder add(
        String name,
        Relation relation,
        double bound,
        int[] columns,
        double[] coefficients,
        int[] free,
        double[] freeCoefficients) {
      rows.add(LinearRow.of(name, relation, bound, columns, coefficients, free, freeCoefficients));
      return this;
    }

    /**
     * Adds a row.
     *
     * @param row over columns of the program
     * @return this builder
     */
    public Builder add(LinearRow row) {
      rows.add(row);
      return this;
    }

    /**
     * Builds the set.
     *
     * @return the rows, in the order in which they were added
     */
    public CouplingRows build() {
      return new CouplingRows(List.copyOf(rows));
    }
  }

  /**
   * Returns the number of rows.
   *
   * @return at least 0
   */
  public int count() {
    return rows.size();
  }

  /**
   * Returns the relation of a row.
   *
   * @param row the index of a row, from 0
   * @return how its sum is related to its bound
   */
  public Relation relation(int row) {
    return rows.get(row).relation();
  }

  /**
   * Returns the sign of a row's price in the cost of a column: the price of {@link
   * Relation#AT_LEAST} is a reward.
   *
   * @param row the index of a row, from 0
   * @return 1 or −1
   */
  public int sign(int row) {
    return relation(row) == Relation.AT_LEAST ? -1 : 1;
  }

  /**
   * Returns the bound of a row.
   *
   * @param row the index of a row, from 0
   * @return the bound β, in the unit of the row
   */
  public double bound(int row) {
    return rows.get(row).bound();
  }

  /**
   * Returns whether a row is an upper limit of a sum of terms that are never negative, apart from
   * free variables. Smaller fractions keep such a row.
   *
   * @param row the index of a row, from 0
   * @return true if its coefficients, signed by its relation, are at least 0
   */
  public boolean isUpperLimit(int row) {
    LinearRow r = rows.get(row);
    boolean isLimit = r.relation() != Relation.EXACTLY;
    for (int i = 0; isLimit && i < r.size(); i++) { // a stream for each row takes too long
      isLimit = !(sign(row) * r.coefficient(i) < 0);
    }
    return isLimit;
  }

  /** Receives the entries of a row or of a column, one by one. Implementations may be mutable. */
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
    LinearRow r = rows.get(row);
    for (int i = 0; i < r.size(); i++) {
      entry.set(r.column(i), r.coefficient(i));
    }
  }

  /**
   * Passes on the entries of a row in free variables.
   *
   * @param row the index of a row, from 0
   * @param entry receives free variable and coefficient of each entry
   */
  public void forEachFree(int row, Entry entry) {
    LinearRow r = rows.get(row);
    for (int i = 0; i < r.freeSize(); i++) {
      entry.set(r.free(i), r.freeCoefficient(i));
    }
  }

  /**
   * Passes on the entries of a free variable.
   *
   * @param f the index of a free variable, from 0
   * @param entry receives row and coefficient of each entry, rows ascending
   */
  public void forEachOfFree(int f, Entry entry) {
    if (f + 1 < byFree.start.length) {
      byFree.forEach(f, entry);
    }
  }

  /**
   * Returns the entries of these rows, arranged by column.
   *
   * @param columns the number of columns of the program
   * @return rows and coefficients of each column
   */
  public RowEntries byColumn(int columns) {
    return new RowEntries(count(), columns, (entry, i) -> forEach(i, entry));
  }

  /**
   * Returns a copy with multiplied coefficients of columns.
   *
   * @param factor without unit, {@code [column]}
   * @return a copy
   */
  public CouplingRows times(double[] factor) {
    return new CouplingRows(rows.stream().map(row -> row.times(factor)).toList());
  }

  /**
   * Returns a copy over a selection of columns.
   *
   * @param kept indices of the columns that stay, ascending, {@code [new index]}
   * @param columns the number of columns before the selection
   * @return rows over the columns that stay
   */
  public CouplingRows select(int[] kept, int columns) {
    if (rows.isEmpty()) {
      return this;
    }
    int[] index = new int[columns];
    Arrays.fill(index, -1);
    for (int i = 0; i < kept.length; i++) {
      index[kept[i]] = i;
    }
    return new CouplingRows(rows.stream().map(row -> row.mapped(index)).toList());
  }

  /** Checks that the rows name columns of the program only; returns them. */
  CouplingRows requireWithin(int columns, int freeVariables) {
    for (LinearRow row : rows) {
      for (int i = 0; i < row.size(); i++) {
        requireWithin(row, "column", row.column(i), columns);
      }
      for (int i = 0; i < row.freeSize(); i++) {
        requireWithin(row, "free variable", row.free(i), freeVariables);
      }
    }
    return this;
  }

  private static void requireWithin(LinearRow row, String what, int index, int count) {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "row \"%s\" names %s %s; the program has %s, numbered from 0"
              .formatted(row.name(), what, index, count));
    }
  }

  /**
   * Returns the prices with the signs that they have in the cost of a column.
   *
   * @param prices at least 0, except for rows of {@link Relation#EXACTLY}, {@code [row]}
   * @return a copy, {@code [row]}; inequalities with a negative price get 0
   */
  double[] signed(double[] prices) {
    double[] signed = prices.clone();
    for (int i = 0; i < signed.length; i++) {
      Relation relation = rows.get(i).relation();
      boolean wrong = relation != Relation.EXACTLY && signed[i] < 0;
      signed[i] = wrong ? 0 : sign(i) * signed[i];
    }
    return signed;
  }

  /**
   * Adds what prices of rows, signed as in the cost of a column, make each column pay, {@code
   * [column]} and {@code [free variable]}. For columns, what rounding takes is added to {@code
   * rests}.
   */
  void addCosts(double[] signed, double[] ofColumn, double[] rests, double[] ofFree) {
    CompensatedSum sum = new CompensatedSum();
    for (int i = 0; i < signed.length; i++) {
      LinearRow row = rows.get(i);
      double price = signed[i];
      for (int e = 0; price != 0 && e < row.size(); e++) {
        int c = row.column(e);
        sum.clear().add(ofColumn[c]).addProduct(price, row.coefficient(e));
        ofColumn[c] = sum.sum();
        rests[c] += sum.rest();
      }
      for (int e = 0; price != 0 && e < row.freeSize(); e++) {
        ofFree[row.free(e)] += price * row.freeCoefficient(e);
      }
    }
  }

  /**
   * Visits the costs of columns in rows that have a price.
   *
   * @param prices the price of each row, {@code [row]}; the cost of a coefficient is positive in an
   *     upper limit
   * @param entry receives a column and its cost in one row
   */
  public void forEachCost(double[] prices, Entry entry) {
    for (int i = 0; i < prices.length; i++) {
      double price = sign(i) * prices[i];
      if (price != 0) {
        forEach(i, (c, a) -> entry.set(c, price * a));
      }
    }
  }

  /** Returns the prices of the rows, {@code [row]}, by name; 0 for a row that has none. */
  double[] prices(Map<String, Double> byName) {
    return rows.stream().mapToDouble(row -> byName.getOrDefault(row.name(), 0.0)).toArray();
  }

  /** Returns the prices of the rows by name; the first price if rows have the same name. */
  Map<String, Double> prices(double[] ofRow) {
    Map<String, Double> prices = new HashMap<>();
    for (int i = 0; i < ofRow.length; i++) {
      prices.putIfAbsent(rows.get(i).name(), ofRow[i]);
    }
    return prices;
  }

  /**
   * Returns a copy with further rows.
   *
   * @param more rows over columns of the same program
   * @return a copy with the further rows at the end
   */
  public CouplingRows and(CouplingRows more) {
    return new CouplingRows(Stream.concat(rows.stream(), more.rows.stream()).toList());
  }

  /**
   * Returns a copy with some of the rows.
   *
   * @param kept whether a row stays, by its index
   * @return the rows that stay, in order
   */
  public CouplingRows only(IntPredicate kept) {
    return new CouplingRows(
        IntStream.range(0, rows.size()).filter(kept).mapToObj(rows::get).toList());
  }

  /**
   * Returns a row.
   *
   * @param row the index of a row, from 0
   * @return the row over columns of the program
   */
  public LinearRow row(int row) {
    return rows.get(row);
  }

  /**
   * Returns the relative violation of a row at a point.
   *
   * @param row the index of a row, from 0
   * @param x fractions, {@code [column]}
   * @param free values of the free variables in the unit of each, {@code [free variable]}
   * @return the missing or excessive part of the sum, relative to the bound or the largest
   *     coefficient of the row, whichever is larger in size; 0 if the row holds
   */
  public double violation(int row, double[] x, double[] free) {
    double off = relation(row).violation(sum(row, x, free), bound(row));
    return off > 0 ? off / row(row).scale() : off; // NaN stays
  }

  /** Returns the sum of a row at a point. */
  double sum(int row, double[] x, double[] free) {
    LinearRow r = rows.get(row);
    double sum = 0;
    for (int i = 0; i < r.size(); i++) {
      sum += r.coefficient(i) * x[r.column(i)];
    }
    return sum + sumOfFree(row, free);
  }

  /** Returns the part of free variables in the sum of a row. */
  double sumOfFree(int row, double[] free) {
    LinearRow r = rows.get(row);
    double sum = 0;
    for (int i = 0; i < r.freeSize(); i++) {
      sum += r.freeCoefficient(i) * free[r.free(i)];
    }
    return sum;
  }

  /** Returns the largest violation of a row. */
  double violation(double[] x, double[] free) {
    return IntStream.range(0, count()).mapToDouble(i -> violation(i, x, free)).max().orElse(0);
  }

  /** The entries of {@link CouplingRows}, arranged by column. Immutable. */
  public static final class RowEntries {
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

    /** Arranges the entries of rows, given a function that passes on those of one row. */
    private RowEntries(int rows, int columns, ObjIntConsumer<Entry> ofRow) {
      start = new int[columns + 1];
      for (int i = 0; i < rows; i++) {
        ofRow.accept((c, value) -> start[c + 1]++, i);
      }
      for (int c = 0; c < columns; c++) {
        start[c + 1] += start[c];
      }
      row = new int[start[columns]];
      coefficient = new double[row.length];
      int[] next = start.clone();
      for (int i = 0; i < rows; i++) {
        int of = i;
        ofRow.accept(
            (c, value) -> {
              row[next[c]] = of;
              coefficient[next[c]++] = value;
            },
            i);
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
}
