package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.ConstraintRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.statement.FreeColumn;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Row;
import io.gavel.policies.statement.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A constraint of the problem or a row of the statement. Immutable. */
final class LinearRow {

  final String name;
  final Relation relation;
  final double bound;

  /** The entries {@code g · types + j} with a coefficient, ascending. */
  private final int[] entries;

  private final double[] coefficients;
  private final double[] free;

  /** The size of bound and coefficients, of which violations are parts. */
  final double scale;

  private LinearRow(
      String name,
      Relation relation,
      double bound,
      int[] entries,
      double[] coefficients,
      double[] free,
      double scale) {
    this.name = name;
    this.relation = relation;
    this.bound = bound;
    this.entries = entries;
    this.coefficients = coefficients;
    this.free = free;
    this.scale = scale;
  }

  /** The constraints of a problem, then the rows of a statement. */
  static List<LinearRow> of(AllocationProblem problem, Statement statement) {
    List<LinearRow> rows = new ArrayList<>();
    for (ConstraintRow row : problem.constraintRows()) {
      rows.add(of(row, problem, statement.free().size()));
    }
    for (Row row : statement.rows()) {
      int[] entries = new int[row.size()];
      double[] coefficients = new double[row.size()];
      double[] free = new double[statement.free().size()];
      double scale = Math.abs(row.bound());
      for (int f = 0; f < free.length; f++) {
        free[f] = row.ofFree(f);
        scale = Math.max(scale, Math.abs(free[f]));
      }
      for (int i = 0; i < row.size(); i++) {
        entries[i] = row.entry(i);
        coefficients[i] = row.coefficient(i);
        scale = Math.max(scale, Math.abs(coefficients[i]));
      }
      rows.add(
          new LinearRow(
              row.name(),
              row.relation(),
              row.bound(),
              entries,
              coefficients,
              free,
              scale > 0 ? scale : 1));
    }
    return rows;
  }

  private static LinearRow of(ConstraintRow row, AllocationProblem problem, int free) {
    int types = problem.cluster().typeCount();
    int[] groups = row.groups().toArray();
    int[] entries = new int[groups.length * types];
    double[] coefficients = new double[entries.length];
    int count = 0;
    double scale = Math.abs(row.bound());
    for (int g : groups) {
      for (int j = 0; j < types; j++) {
        double coefficient = row.coefficient(g, j);
        if (coefficient != 0) {
          entries[count] = g * types + j;
          coefficients[count++] = coefficient;
          scale = problem.runs(g, j) ? Math.max(scale, Math.abs(coefficient)) : scale;
        }
      }
    }
    return new LinearRow(
        row.name(),
        row.relation(),
        row.bound(),
        Arrays.copyOf(entries, count),
        Arrays.copyOf(coefficients, count),
        new double[free],
        scale > 0 ? scale : 1);
  }

  /** The number of coefficients of fractions. */
  int size() {
    return entries.length;
  }

  /** The entry of a coefficient. */
  int entry(int i) {
    return entries[i];
  }

  /** A coefficient. */
  double coefficient(int i) {
    return coefficients[i];
  }

  /** The coefficient of an entry; 0 if there is none. */
  double coefficientOf(int entry) {
    int i = Arrays.binarySearch(entries, entry);
    return i < 0 ? 0 : coefficients[i];
  }

  double ofFree(int f) {
    return free[f];
  }

  /** The row's price with the sign that it has in the bound; NaN if a price has the wrong sign. */
  double signedPrice(Map<String, Double> prices) {
    double price = prices.getOrDefault(name, 0.0);
    return switch (relation) {
      case AT_MOST -> price >= 0 ? price : Double.NaN;
      case AT_LEAST -> price >= 0 ? -price : Double.NaN;
      case EXACTLY -> price;
    };
  }

  /** By how much a point misses the row at most, relative to bound and coefficients. */
  double violation(Point x, List<FreeColumn> values) {
    ExactSum excess = new ExactSum().add(-bound);
    for (int i = 0; i < entries.length; i++) {
      double fraction = x.fraction(entries[i]);
      if (fraction != 0) {
        excess.addProduct(coefficients[i], fraction);
      }
    }
    for (int f = 0; f < free.length; f++) {
      excess.addProduct(free[f], values.get(f).value());
    }
    int sign = excess.signum();
    boolean missed =
        switch (relation) {
          case AT_MOST -> sign > 0;
          case AT_LEAST -> sign < 0;
          case EXACTLY -> sign != 0;
        };
    return missed ? Directed.quotientUp(excess.value().abs().ceil(), scale) : 0;
  }

  /** The worth of free columns beyond what they pay, exactly. */
  static Rational worthOfFree(
      Statement statement, List<LinearRow> rows, double[] signed, double[] pools) {
    double sign = statement.goal().minimized() ? -1 : 1;
    Rational total = Rational.ZERO;
    List<FreeColumn> free = statement.free();
    for (int f = 0; f < free.size(); f++) {
      FreeColumn column = free.get(f);
      ExactSum worth = new ExactSum().addProduct(sign, column.gain());
      if (column.pool() != FreeColumn.NO_POOL) {
        worth.add(pools[column.pool()]);
      }
      for (int i = 0; i < signed.length; i++) {
        worth.addProduct(-rows.get(i).ofFree(f), signed[i]);
      }
      if (worth.signum() > 0) {
        total = total.plus(worth.value().times(Rational.of(column.most())));
      }
    }
    return total;
  }
}
