package io.gavel.policies.constraint;

import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A named linear row over fractions and free variables: {@code Σ a · X + Σ e · y} at most, at least
 * or exactly a bound. Rows of a problem and of a statement number fractions {@code g · types + j},
 * for group {@code g} on worker type {@code j}; rows of a program number its columns. Immutable.
 */
public final class LinearRow {

  private final String name;
  private final Relation relation;
  private final double bound;
  private final Terms columns;
  private final Terms free;
  private final double scale;

  private LinearRow(
      String name, Relation relation, double bound, Terms columns, Terms free, double largest) {
    this.name = name;
    this.relation = relation;
    this.bound = bound;
    this.columns = columns;
    this.free = free;
    double size = Math.max(Math.abs(bound), largest);
    this.scale = size > 0 ? size : 1;
  }

  /**
   * Creates a row.
   *
   * @param name its name, also the name of its price
   * @param relation how the sum compares with the bound
   * @param bound finite
   * @param columns numbers of the fractions with a coefficient, in any order, each at most once,
   *     {@code [coefficient]}; copied
   * @param coefficients in the unit of the bound for a fraction of 1, {@code [coefficient]},
   *     finite; copied
   * @param free coefficients of the first free variables, in the unit of the bound for a value of
   *     1, {@code [free variable]}, finite
   * @return the row
   * @throws IllegalArgumentException if a number is not finite, the lengths differ or a column is
   *     repeated; the message names the row
   */
  public static LinearRow of(
      String name,
      Relation relation,
      double bound,
      int[] columns,
      double[] coefficients,
      double... free) {
    int[] some = IntStream.range(0, free.length).filter(f -> free[f] != 0).toArray();
    double[] ofSome = Arrays.stream(some).mapToDouble(f -> free[f]).toArray();
    return of(name, relation, bound, columns, coefficients, some, ofSome);
  }

  /**
   * Creates a row with coefficients of some free variables.
   *
   * @param name its name, also the name of its price
   * @param relation how the sum compares with the bound
   * @param bound finite
   * @param columns numbers of the fractions with a coefficient, in any order, each at most once,
   *     {@code [coefficient]}; copied
   * @param coefficients in the unit of the bound for a fraction of 1, {@code [coefficient]},
   *     finite; copied
   * @param free indices of the free variables with a coefficient, {@code [coefficient]}, in any
   *     order, each at most once; copied
   * @param ofFree their coefficients, {@code [coefficient]}, in the unit of the bound for a value
   *     of 1, finite; copied
   * @return the row
   * @throws IllegalArgumentException if a number is not finite, the lengths differ or a column is
   *     repeated; the message names the row
   */
  public static LinearRow of(
      String name,
      Relation relation,
      double bound,
      int[] columns,
      double[] coefficients,
      int[] free,
      double[] ofFree) {
    Require.name(name, "name of a row");
    Require.finite(bound, "bound of row", name);
    Terms terms = Terms.copyOf(name, "column", columns, coefficients);
    return of(name, relation, bound, terms, Terms.copyOf(name, "free variable", free, ofFree));
  }

  private static LinearRow of(
      String name, Relation relation, double bound, Terms columns, Terms free) {
    double largest = Math.max(columns.largest(), free.largest());
    return new LinearRow(name, relation, bound, columns, free, largest);
  }

  /**
   * Creates a row that owns ascending columns, of which only some can be used.
   *
   * @param largest the largest size of a coefficient of a column that can be used
   */
  static LinearRow owning(
      String name,
      Relation relation,
      double bound,
      int[] columns,
      double[] coefficients,
      double largest) {
    Terms terms = new Terms(columns, coefficients);
    return new LinearRow(name, relation, bound, terms, Terms.NONE, largest);
  }

  /**
   * Coefficients by index. Immutable.
   *
   * @param index ascends
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by isSame
  private record Terms(int[] index, double[] coefficient) {

    static final Terms NONE = new Terms(new int[0], new double[0]);

    /** Returns a copy in ascending order. */
    static Terms copyOf(String name, String what, int[] index, double[] coefficient) {
      if (index.length != coefficient.length) {
        throw new IllegalArgumentException(
            "row \"%s\" has %s indices of a %s and %s coefficients; the numbers must be equal"
                .formatted(name, index.length, what, coefficient.length));
      }
      for (int i = 0; i < index.length; i++) {
        if (!Double.isFinite(coefficient[i])) {
          Require.finite(
              coefficient[i], "coefficient of %s %s in row".formatted(what, index[i]), name);
        }
      }
      Terms sorted = ascending(index.clone(), coefficient.clone());
      for (int i = 1; i < index.length; i++) {
        if (sorted.index[i] == sorted.index[i - 1]) {
          throw new IllegalArgumentException(
              "row \"%s\" has two coefficients of %s %s; at most one is allowed"
                  .formatted(name, what, sorted.index[i]));
        }
      }
      return sorted;
    }

    /** Returns terms that own the arrays, which it sorts. */
    static Terms ascending(int[] index, double[] coefficient) {
      boolean ascends = true;
      for (int i = 1; i < index.length; i++) {
        ascends &= index[i] > index[i - 1];
      }
      if (!ascends) {
        int[] given = index.clone();
        double[] ofGiven = coefficient.clone();
        Arrays.sort(index);
        for (int i = 0; i < given.length; i++) {
          coefficient[Arrays.binarySearch(index, given[i])] = ofGiven[i];
        }
      }
      return new Terms(index, coefficient);
    }

    double largest() {
      double largest = 0;
      for (double value : coefficient) {
        largest = Math.max(largest, Math.abs(value));
      }
      return largest;
    }

    /** Returns the coefficient of an index; 0 without one. */
    double of(int wanted) {
      int i = Arrays.binarySearch(index, wanted);
      return i < 0 ? 0 : coefficient[i];
    }

    boolean isSame(Terms that) {
      return Arrays.equals(index, that.index) && Arrays.equals(coefficient, that.coefficient);
    }
  }

  /**
   * Returns the row with its columns renumbered.
   *
   * @param index the new indices, {@code [column]}; negative for a column that is dropped
   * @return a copy over the columns that stay
   */
  public LinearRow mapped(int[] index) {
    int[] mapped = new int[size()];
    double[] ofMapped = new double[mapped.length];
    int count = 0;
    for (int i = 0; i < mapped.length; i++) {
      int c = index[column(i)];
      if (c >= 0) {
        mapped[count] = c;
        ofMapped[count++] = coefficient(i);
      }
    }
    if (count < mapped.length) {
      mapped = Arrays.copyOf(mapped, count);
      ofMapped = Arrays.copyOf(ofMapped, count);
    }
    return of(name, relation, bound, Terms.ascending(mapped, ofMapped), free);
  }

  /**
   * Returns the row with the coefficients of its columns multiplied.
   *
   * @param factor multipliers without unit, {@code [column]}
   * @return a copy
   */
  public LinearRow times(double[] factor) {
    double[] multiplied = columns.coefficient.clone();
    for (int i = 0; i < multiplied.length; i++) {
      multiplied[i] *= factor[column(i)];
    }
    return of(name, relation, bound, new Terms(columns.index, multiplied), free);
  }

  /**
   * Returns the row with another name and bound.
   *
   * @param newName the name
   * @param newBound finite
   * @return a copy
   */
  public LinearRow with(String newName, double newBound) {
    return with(newName, relation, newBound);
  }

  /**
   * Returns a row of the same sum with another name, relation and bound.
   *
   * @param newName the name
   * @param newRelation how the sum compares with the bound
   * @param newBound finite
   * @return a copy
   */
  public LinearRow with(String newName, Relation newRelation, double newBound) {
    Require.finite(newBound, "bound of row", newName);
    return of(newName, newRelation, newBound, columns, free);
  }

  /** {@return its name} */
  public String name() {
    return name;
  }

  /** {@return how the sum compares with the bound} */
  public Relation relation() {
    return relation;
  }

  /** {@return the bound} */
  public double bound() {
    return bound;
  }

  /** {@return the number of coefficients of columns} */
  public int size() {
    return columns.index.length;
  }

  /**
   * Returns the column of a coefficient.
   *
   * @param i a position; columns ascend
   * @return the number of the column
   */
  public int column(int i) {
    return columns.index[i];
  }

  /**
   * Returns a coefficient.
   *
   * @param i a position
   * @return the part of the sum for a fraction of 1
   */
  public double coefficient(int i) {
    return columns.coefficient[i];
  }

  /**
   * Returns the coefficient of a column.
   *
   * @param column the number of a column
   * @return the part of the sum for a fraction of 1; 0 if the row does not have the column
   */
  public double coefficientOf(int column) {
    return columns.of(column);
  }

  /** {@return the number of coefficients of free variables} */
  public int freeSize() {
    return free.index.length;
  }

  /**
   * Returns the free variable of a coefficient.
   *
   * @param i a position; free variables ascend
   * @return the number of the free variable
   */
  public int free(int i) {
    return free.index[i];
  }

  /**
   * Returns a coefficient of a free variable.
   *
   * @param i a position
   * @return the part of the sum for a value of 1
   */
  public double freeCoefficient(int i) {
    return free.coefficient[i];
  }

  /**
   * Returns the coefficient of a free variable.
   *
   * @param f the number of a free variable
   * @return the part of the sum for a value of 1; 0 if the row does not have the variable
   */
  public double ofFree(int f) {
    return free.of(f);
  }

  /**
   * Returns the scale of violations.
   *
   * @return the bound or the largest coefficient, whichever is larger in size; 1 if all are 0. In
   *     rows of a problem, only coefficients of groups on types where they run count
   */
  public double scale() {
    return scale;
  }

  /**
   * Computes the sum of the row without free variables.
   *
   * @param fraction the fraction of each column
   * @return {@code Σ a · X}
   */
  public double sum(IntToDoubleFunction fraction) {
    double sum = 0;
    for (int i = 0; i < size(); i++) {
      double x = fraction.applyAsDouble(column(i));
      sum += x == 0 ? 0 : coefficient(i) * x;
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinearRow that
        && name.equals(that.name)
        && relation == that.relation
        && bound == that.bound
        && columns.isSame(that.columns)
        && free.isSame(that.free);
  }

  @Override
  public int hashCode() {
    int ofColumns = 31 * Arrays.hashCode(columns.index) + Arrays.hashCode(columns.coefficient);
    return 31 * name.hashCode() + ofColumns;
  }

  @Override
  public String toString() {
    return "\"%s\" %s %s".formatted(name, relation, bound);
  }
}
