package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Solves few equations {@code Σ_j a_ij v_j = right_i} whose right-hand sides are forms: unknowns
 * that the equations leave open stay unknowns. Mutable.
 */
final class Elimination {

  private final double[] guess;
  private final int[] unknowns;

  /** A coefficient for each unknown, by equation; the column of the pivot is a unit vector. */
  private final List<Rational[]> rows = new ArrayList<>();

  private final List<Form> right = new ArrayList<>();
  private final List<Integer> pivots = new ArrayList<>();
  private final List<Form> conditions = new ArrayList<>();

  /**
   * No equations.
   *
   * @param unknowns the number that each unknown has elsewhere, if it stays open
   * @param guess a value of each unknown
   */
  Elimination(int[] unknowns, double[] guess) {
    this.unknowns = unknowns;
    this.guess = guess;
  }

  /** Adds an equation, solved for the unknown whose guess is largest. */
  void add(Rational[] equation, Form rightSide) {
    Rational[] row = equation.clone();
    Form rest = rightSide;
    for (int i = 0; i < rows.size(); i++) {
      Rational factor = row[pivots.get(i)].negated();
      subtract(row, factor, rows.get(i));
      rest = rest.plus(factor, right.get(i));
    }
    int pivot = -1;
    for (int j = 0; j < row.length; j++) {
      boolean better = pivot < 0 || Math.abs(guess[j]) > Math.abs(guess[pivot]);
      pivot = row[j].signum() != 0 && better ? j : pivot;
    }
    if (pivot < 0) {
      conditions.add(rest);
      return;
    }
    Rational scale = Rational.ONE.dividedBy(row[pivot]);
    Rational[] unit = Arrays.stream(row).map(scale::times).toArray(Rational[]::new);
    Form value = rest.times(scale);
    for (int i = 0; i < rows.size(); i++) {
      Rational factor = rows.get(i)[pivot].negated();
      subtract(rows.get(i), factor, unit);
      right.set(i, right.get(i).plus(factor, value));
    }
    rows.add(unit);
    right.add(value);
    pivots.add(pivot);
  }

  private static void subtract(Rational[] row, Rational factor, Rational[] other) {
    for (int j = 0; j < row.length && factor.signum() != 0; j++) {
      row[j] = other[j].signum() == 0 ? row[j] : row[j].plus(factor.times(other[j]));
    }
  }

  /** The value of each unknown. */
  Form[] values() {
    Form[] values = new Form[unknowns.length];
    Arrays.setAll(values, j -> Form.unknown(unknowns[j]));
    Form[] open = values.clone();
    for (int i = 0; i < rows.size(); i++) {
      Form value = right.get(i);
      for (int j = 0; j < values.length; j++) {
        Rational a = rows.get(i)[j];
        if (j != pivots.get(i) && a.signum() != 0) {
          value = value.plus(a.negated(), open[j]);
        }
      }
      values[pivots.get(i)] = value;
    }
    return values;
  }

  /** What must be 0 so that the equations have a solution. */
  List<Form> conditions() {
    return conditions;
  }
}
