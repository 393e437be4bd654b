package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Group;
import java.util.List;
import java.util.stream.IntStream;

/** The constraints of a problem at an allocation: whether they hold, and their slack. */
final class Constrained {

  /**
   * By how much constraints may be missed, relative to the larger of bound and largest coefficient.
   */
  static final Tolerance TOLERANCE = new Tolerance(Tolerance.CERTIFIED.relative(), 0);

  private final Allocation x;
  private final List<LinearRow> rows;
  private final double[] value;
  private final double[] scale;

  Constrained(Allocation x) {
    this.x = x;
    this.rows = x.problem().constraintRows();
    this.value = rows.stream().mapToDouble(x::sum).toArray();
    this.scale = rows.stream().mapToDouble(LinearRow::scale).toArray();
  }

  int count() {
    return value.length;
  }

  /** Returns the violation of a constraint, relative to its scale. */
  double violation(int i) {
    return rows.get(i).relation().violation(value[i], rows.get(i).bound()) / scale[i];
  }

  String text(int i) {
    LinearRow row = rows.get(i);
    return Judge.say(
        "constraint \"%s\" has the value %.9g; it must be %s %.9g",
        row.name(), value[i], row.relation(), row.bound());
  }

  private int entry(int g, int j) {
    return g * x.problem().cluster().typeCount() + j;
  }

  /** Returns the further time that the constraints leave to a group on a type, at least 0. */
  double room(int g, int j) {
    double time = Double.POSITIVE_INFINITY;
    for (int i = 0; i < value.length; i++) {
      double coefficient = rows.get(i).coefficientOf(entry(g, j));
      if (coefficient != 0) {
        time = Math.min(time, room(i, coefficient > 0) / Math.abs(coefficient));
      }
    }
    return time;
  }

  /** Returns the amount by which the sum of a row may still rise or fall. */
  private double room(int i, boolean rising) {
    LinearRow row = rows.get(i);
    boolean free = row.relation() == (rising ? Relation.AT_LEAST : Relation.AT_MOST);
    if (free) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(0, rising ? row.bound() - value[i] : value[i] - row.bound());
  }

  /**
   * Returns whether the constraints would hold if a job had these fractions alone, {@code [type]},
   * instead of its own, and all other jobs kept theirs.
   */
  boolean allow(int m, double[] fractions) {
    return IntStream.range(0, value.length).allMatch(i -> holds(i, change(i, m, fractions)));
  }

  /** Returns whether the constraints would hold if two jobs exchanged their workers. */
  boolean allowExchange(int m, int other) {
    double gangs = x.problem().workers(other) / x.problem().workers(m);
    double[] ofOther = new double[x.problem().cluster().typeCount()];
    double[] own = new double[ofOther.length];
    for (int j = 0; j < own.length; j++) {
      ofOther[j] = x.fraction(other, j) * gangs;
      own[j] = x.fraction(m, j) / gangs;
    }
    return IntStream.range(0, value.length)
        .allMatch(i -> holds(i, change(i, m, ofOther) + change(i, other, own)));
  }

  /** Returns the change of a row's sum if a job ran alone with these fractions. */
  private double change(int i, int m, double[] fractions) {
    double change = 0;
    for (int j = 0; j < fractions.length; j++) {
      change += rows.get(i).coefficientOf(entry(m, j)) * (fractions[j] - x.fraction(m, j));
    }
    for (int g = x.problem().jobCount(); g < x.problem().groupCount(); g++) {
      Group group = x.problem().group(g);
      for (int member = 0; member < group.size(); member++) {
        for (int j = 0; group.member(member) == m && j < fractions.length; j++) {
          change -= rows.get(i).coefficientOf(entry(g, j)) * x.fraction(g, j);
        }
      }
    }
    return change;
  }

  private boolean holds(int i, double change) {
    LinearRow row = rows.get(i);
    double after = row.relation().violation(value[i] + change, row.bound());
    double before = row.relation().violation(value[i], row.bound());
    return TOLERANCE.atMost(after / scale[i], before / scale[i]);
  }
}
