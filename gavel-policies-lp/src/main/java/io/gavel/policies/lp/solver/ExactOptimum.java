package io.gavel.policies.lp.solver;

import io.gavel.policies.statement.Rational;

/**
 * An optimum of a linear program as exact fractions: a point and prices with the same value, each
 * checked against every line of the program without rounding. Immutable.
 */
public final class ExactOptimum {

  private final Rational value;
  private final Rational[] fractions;
  private final Rational[] pools;

  ExactOptimum(Rational value, Rational[] fractions, Rational[] pools) {
    this.value = value;
    this.fractions = fractions;
    this.pools = pools;
  }

  /** {@return the optimum, such as {@code 3/7} for a level} */
  public Rational value() {
    return value;
  }

  /**
   * A fraction of time at an optimal point.
   *
   * @param c a column of the program
   * @return from 0 to 1
   */
  public Rational fraction(int c) {
    return fractions[c];
  }

  /**
   * The price of a pool at an optimal dual point.
   *
   * @param k a pool
   * @return objective per worker, at least 0
   */
  public Rational poolPrice(int k) {
    return pools[k];
  }

  @Override
  public String toString() {
    return "ExactOptimum[%s]".formatted(value);
  }
}
