package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.exact.ExactVertex;
import io.gavel.policies.statement.Rational;

/**
 * An optimum of a linear program as exact fractions: a point and prices with the same value, each
 * checked against every line of the program without rounding. Immutable.
 */
public final class ExactOptimum {

  private final ExactVertex vertex;
  private final int columns;
  private final Rational value;

  ExactOptimum(ExactVertex vertex, int columns, Rational value) {
    this.vertex = vertex;
    this.columns = columns;
    this.value = value;
  }

  /** The same optimum in another unit. */
  ExactOptimum withValue(Rational newValue) {
    return new ExactOptimum(vertex, columns, newValue);
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
    return vertex.column(c);
  }

  /**
   * The value of a free column at an optimal point.
   *
   * @param f a free column of the program
   * @return at least 0
   */
  public Rational free(int f) {
    return vertex.column(columns + f);
  }

  /**
   * The price of a pool at an optimal dual point.
   *
   * @param k a pool
   * @return objective per worker, at least 0
   */
  public Rational poolPrice(int k) {
    return vertex.ofPool(k);
  }

  /**
   * The price of a job's time at an optimal dual point.
   *
   * @param m a job
   * @return objective for a fraction of 1, at least 0
   */
  public Rational timePrice(int m) {
    return vertex.ofTime(m);
  }

  /**
   * The price of a job's throughput at an optimal dual point. A job with a price has no more than
   * its floor and the level demand, at every optimum.
   *
   * @param m a job
   * @return objective per step per second, at least 0
   */
  public Rational throughputPrice(int m) {
    return vertex.ofThroughput(m);
  }

  /**
   * The price of a coupling row at an optimal dual point.
   *
   * @param i a row of the program
   * @return objective per unit of the bound, at most 0 for a lower bound
   */
  public Rational rowPrice(int i) {
    return vertex.ofRow(i);
  }

  @Override
  public String toString() {
    return "ExactOptimum[%s]".formatted(value);
  }
}
