package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.statement.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sparse linear equations in fractions. Equations are eliminated in the order in which they come,
 * each by the unknown whose guess is largest among those that appear nowhere else, if there are
 * any. Unknowns that the equations leave open keep their guess. Mutable.
 */
final class ExactEquations {

  /** A number that needs more bits would make the solution useless and slow. */
  private static final int MOST_BITS = 2_000_000;

  private static final int RIGHT = -1;

  private final double[] guess;
  private final int local;
  private final Map<Integer, Map<Integer, Rational>> rowOf = new TreeMap<>();
  private final List<Integer> pivots = new ArrayList<>();

  /**
   * No equations.
   *
   * @param guess a value of each unknown
   * @param local the number of unknowns, the first ones, that few equations share
   */
  ExactEquations(double[] guess, int local) {
    this.guess = guess;
    this.local = local;
  }

  /**
   * Adds the equation that a form is 0.
   *
   * @return false if it contradicts those before, or its numbers are too long
   */
  boolean add(Form form) {
    TreeMap<Integer, Rational> row = new TreeMap<>(form.multiples());
    row.put(RIGHT, form.constant().negated());
    Integer at = row.ceilingKey(0);
    while (at != null) {
      Rational coefficient = row.getOrDefault(at, Rational.ZERO);
      Map<Integer, Rational> known = rowOf.get(at);
      if (coefficient.signum() == 0) {
        row.remove(at);
      } else if (known != null) {
        known.forEach(
            (unknown, a) -> row.merge(unknown, a.times(coefficient).negated(), Rational::plus));
        if (row.values().stream().anyMatch(ExactEquations::isTooLong)) {
          return false;
        }
        row.remove(at);
        at = -1; // elimination may have brought back smaller unknowns
      }
      at = row.higherKey(Math.max(at, RIGHT));
      at = at == null || at >= 0 ? at : row.higherKey(RIGHT);
    }
    int pivot = pivot(row);
    if (pivot < 0) {
      return row.getOrDefault(RIGHT, Rational.ZERO).signum() == 0;
    }
    Rational scale = row.getOrDefault(pivot, Rational.ONE);
    row.replaceAll((unknown, a) -> a.dividedBy(scale));
    rowOf.put(pivot, row);
    pivots.add(pivot);
    return true;
  }

  /** Whether a number has so many digits that computing with it is pointless. */
  static boolean isTooLong(Rational a) {
    return a.numerator().bitLength() + a.denominator().bitLength() > MOST_BITS;
  }

  private int pivot(Map<Integer, Rational> row) {
    int best = -1;
    for (int unknown : row.keySet()) {
      boolean better =
          best < 0
              || (unknown < local && best >= local)
              || ((unknown < local) == (best < local)
                  && Math.abs(guess[unknown]) > Math.abs(guess[best]));
      best = unknown != RIGHT && better ? unknown : best;
    }
    return best;
  }

  /** A solution of all equations. */
  Rational[] solution() {
    Rational[] value = new Rational[guess.length];
    for (int i = 0; i < value.length; i++) {
      value[i] = rowOf.containsKey(i) ? Rational.ZERO : Rational.of(guess[i]);
    }
    for (int i = pivots.size() - 1; i >= 0; i--) {
      int pivot = pivots.get(i);
      Map<Integer, Rational> row = rowOf.getOrDefault(pivot, Map.of());
      Rational sum = row.getOrDefault(RIGHT, Rational.ZERO);
      for (Map.Entry<Integer, Rational> e : row.entrySet()) {
        if (e.getKey() != RIGHT && e.getKey() != pivot) {
          sum = sum.minus(e.getValue().times(value[e.getKey()]));
        }
      }
      value[pivot] = sum;
    }
    return value;
  }
}
