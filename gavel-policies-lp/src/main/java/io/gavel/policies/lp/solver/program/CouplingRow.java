package io.gavel.policies.lp.solver.program;

import io.gavel.policies.constraint.Relation;
import java.util.Arrays;

/** One of {@link CouplingRows}. Immutable; its arrays are not copied. */
final class CouplingRow {

  final String name;
  final Relation relation;
  final double bound;
  final int[] columns;
  final double[] coefficients;
  final int[] free;
  final double[] freeCoefficients;

  private CouplingRow(
      String name,
      Relation relation,
      double bound,
      int[] columns,
      double[] coefficients,
      int[] free,
      double[] freeCoefficients) {
    this.name = name;
    this.relation = relation;
    this.bound = bound;
    this.columns = columns;
    this.coefficients = coefficients;
    this.free = free;
    this.freeCoefficients = freeCoefficients;
  }

  /** Checks the numbers and returns a row that holds them. */
  static CouplingRow of(
      String name,
      Relation relation,
      double bound,
      int[] columns,
      double[] coefficients,
      int[] free,
      double[] freeCoefficients) {
    if (!Double.isFinite(bound)) {
      throw new IllegalArgumentException(
          "bound of row \"%s\" is %s; it must be finite".formatted(name, bound));
    }
    requireEntries(name, "column", columns, coefficients);
    requireEntries(name, "free column", free, freeCoefficients);
    return new CouplingRow(name, relation, bound, columns, coefficients, free, freeCoefficients);
  }

  private static void requireEntries(
      String name, String what, int[] indices, double[] coefficients) {
    if (indices.length != coefficients.length) {
      throw new IllegalArgumentException(
          "row \"%s\" has %s indices of a %s and %s coefficients; the numbers must be equal"
              .formatted(name, indices.length, what, coefficients.length));
    }
    for (int i = 0; i < indices.length; i++) {
      if (!Double.isFinite(coefficients[i])) {
        throw new IllegalArgumentException(
            "coefficient of %s %s in row \"%s\" is %s; it must be finite"
                .formatted(what, indices[i], name, coefficients[i]));
      }
    }
    int[] sorted = indices.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new IllegalArgumentException(
            "row \"%s\" has two coefficients of %s %s; at most one is allowed"
                .formatted(name, what, sorted[i]));
      }
    }
  }

  /**
   * The same row over a selection of columns.
   *
   * @param index the new index of each column, {@code [column]}; −1 if it goes
   */
  CouplingRow select(int[] index) {
    int[] left = new int[columns.length];
    double[] ofLeft = new double[left.length];
    int count = 0;
    for (int i = 0; i < left.length; i++) {
      if (index[columns[i]] >= 0) {
        left[count] = index[columns[i]];
        ofLeft[count++] = coefficients[i];
      }
    }
    return new CouplingRow(
        name,
        relation,
        bound,
        Arrays.copyOf(left, count),
        Arrays.copyOf(ofLeft, count),
        free,
        freeCoefficients);
  }

  /** The same row with coefficients multiplied by a factor of each column, {@code [column]}. */
  CouplingRow times(int[] factor) {
    double[] multiplied = coefficients.clone();
    for (int i = 0; i < multiplied.length; i++) {
      multiplied[i] *= factor[columns[i]];
    }
    return new CouplingRow(name, relation, bound, columns, multiplied, free, freeCoefficients);
  }

  /** Requires that the row names columns of a program only. */
  void requireWithin(int columnCount, int freeCount) {
    requireWithin("column", columns, columnCount);
    requireWithin("free column", free, freeCount);
  }

  private void requireWithin(String what, int[] indices, int count) {
    for (int c : indices) {
      if (c < 0 || c >= count) {
        throw new IllegalArgumentException(
            "row \"%s\" names %s %s; the program has %s, numbered from 0"
                .formatted(name, what, c, count));
      }
    }
  }

  /** The sign of the row's price in the cost of a column: a price of a lower limit is a reward. */
  int sign() {
    return relation == Relation.AT_LEAST ? -1 : 1;
  }

  /** The sum of the row at a point. */
  double sum(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < columns.length; i++) {
      sum += coefficients[i] * x[columns[i]];
    }
    return sum + sumOfFree(y);
  }

  /** The part of free columns in the sum of the row. */
  double sumOfFree(double[] y) {
    double sum = 0;
    for (int i = 0; i < free.length; i++) {
      sum += freeCoefficients[i] * y[free[i]];
    }
    return sum;
  }

  /** See {@link CouplingRows#violation(int, double[], double[])}. */
  double violation(double[] x, double[] y) {
    double off = relation.violation(sum(x, y), bound);
    return off > 0 ? off / scale() : off; // NaN stays
  }

  /** The bound or the largest coefficient, whichever is larger in size; 1 if all are 0. */
  double scale() {
    double scale =
        Math.max(Math.abs(bound), Math.max(largest(coefficients), largest(freeCoefficients)));
    return scale > 0 ? scale : 1;
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  /**
   * Whether smaller fractions always help: the row is an upper limit of a sum of terms that are
   * never negative.
   */
  boolean isUpperLimit() {
    if (relation == Relation.EXACTLY) {
      return false;
    }
    for (double a : coefficients) {
      if (sign() * a < 0) {
        return false;
      }
    }
    return true;
  }
}
