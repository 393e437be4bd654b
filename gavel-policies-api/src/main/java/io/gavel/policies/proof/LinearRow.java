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
import java.util.List;
import java.util.Map;

/** A constraint of the problem or a row of the statement. Immutable. */
final class LinearRow {

  private interface Coefficients {
    double at(int g, int j);
  }

  final String name;
  final Relation relation;
  final double bound;
  private final Coefficients coefficients;
  private final double[] free;

  /** The size of bound and coefficients, of which violations are parts. */
  final double scale;

  private LinearRow(
      String name,
      Relation relation,
      double bound,
      Coefficients coefficients,
      double[] free,
      double scale) {
    this.name = name;
    this.relation = relation;
    this.bound = bound;
    this.coefficients = coefficients;
    this.free = free;
    this.scale = scale;
  }

  /** The constraints of a problem, then the rows of a statement. */
  static List<LinearRow> of(AllocationProblem problem, Statement statement) {
    List<LinearRow> rows = new ArrayList<>();
    for (ConstraintRow row : problem.constraintRows()) {
      rows.add(
          new LinearRow(
              row.name(),
              row.relation(),
              row.bound(),
              row::coefficient,
              new double[statement.free().size()],
              row.scale()));
    }
    int types = problem.cluster().typeCount();
    for (Row row : statement.rows()) {
      double[] free = new double[statement.free().size()];
      double scale = Math.abs(row.bound());
      for (int f = 0; f < free.length; f++) {
        free[f] = row.ofFree(f);
        scale = Math.max(scale, Math.abs(free[f]));
      }
      for (int i = 0; i < row.size(); i++) {
        scale = Math.max(scale, Math.abs(row.coefficient(i)));
      }
      rows.add(
          new LinearRow(
              row.name(),
              row.relation(),
              row.bound(),
              (g, j) -> row.coefficientOf(g * types + j),
              free,
              scale > 0 ? scale : 1));
    }
    return rows;
  }

  double coefficient(int g, int j) {
    return coefficients.at(g, j);
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
    x.forEachUsed((g, j, fraction) -> excess.addProduct(coefficients.at(g, j), fraction));
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
