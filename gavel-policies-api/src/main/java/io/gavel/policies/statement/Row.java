package io.gavel.policies.statement;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * A row of a {@link Statement} beyond the constraints of the problem: {@code Σ a · X + Σ e · y} at
 * most, at least or exactly a bound. Immutable.
 */
public final class Row {

  private final String name;
  private final Relation relation;
  private final double bound;
  private final int[] entries;
  private final double[] coefficients;
  private final double[] free;

  private Row(
      String name,
      Relation relation,
      double bound,
      int[] entries,
      double[] coefficients,
      double[] free) {
    this.name = name;
    this.relation = relation;
    this.bound = bound;
    this.entries = entries;
    this.coefficients = coefficients;
    this.free = free;
  }

  /**
   * A row.
   *
   * @param name its name, which is that of its price
   * @param relation how the sum compares with the bound
   * @param bound finite
   * @param entries {@code g · types + j} of the fractions with a coefficient, ascending, {@code
   *     [coefficient]}; copied
   * @param coefficients in the unit of the bound for a fraction of 1, {@code [coefficient]},
   *     finite; copied
   * @param free coefficients of the free columns, in the unit of the bound for a value of 1, {@code
   *     [free column]}, finite; copied
   * @return the row
   * @throws IllegalArgumentException if a number is not finite, the lengths differ or the entries
   *     do not ascend; the message names the row
   */
  public static Row of(
      String name,
      Relation relation,
      double bound,
      int[] entries,
      double[] coefficients,
      double... free) {
    Require.name(name, "name of a row");
    Require.finite(bound, "bound of row", name);
    Require.length(entries.length, coefficients.length, "coefficients of row \"" + name + "\"");
    for (int i = 0; i < entries.length; i++) {
      Require.finite(coefficients[i], "coefficient of row", name);
      if (entries[i] <= (i == 0 ? -1 : entries[i - 1])) {
        throw new IllegalArgumentException(
            "row \"%s\" has entry %s at position %s; entries must ascend from 0"
                .formatted(name, entries[i], i));
      }
    }
    for (double e : free) {
      Require.finite(e, "coefficient of a free column in row", name);
    }
    return new Row(name, relation, bound, entries.clone(), coefficients.clone(), free.clone());
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

  /** {@return the number of coefficients} */
  public int size() {
    return entries.length;
  }

  /**
   * The entry of a coefficient.
   *
   * @param i a position
   * @return {@code g · types + j}
   */
  public int entry(int i) {
    return entries[i];
  }

  /**
   * One coefficient.
   *
   * @param i a position
   * @return what a fraction of 1 adds to the sum
   */
  public double coefficient(int i) {
    return coefficients[i];
  }

  /**
   * The coefficient of an entry.
   *
   * @param entry {@code g · types + j}
   * @return what a fraction of 1 adds to the sum; 0 if the row does not have the entry
   */
  public double coefficientOf(int entry) {
    int i = Arrays.binarySearch(entries, entry);
    return i < 0 ? 0 : coefficients[i];
  }

  /**
   * The coefficient of a free column.
   *
   * @param f a free column
   * @return what a value of 1 adds to the sum
   */
  public double ofFree(int f) {
    return f < free.length ? free[f] : 0;
  }

  /** {@return the number of coefficients of free columns} */
  public int freeSize() {
    return free.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Row that
        && name.equals(that.name)
        && relation == that.relation
        && bound == that.bound
        && Arrays.equals(entries, that.entries)
        && Arrays.equals(coefficients, that.coefficients)
        && Arrays.equals(free, that.free);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(coefficients);
  }

  @Override
  public String toString() {
    return "row \"%s\" %s %s".formatted(name, relation, bound);
  }
}
