package io.gavel.estimator;

/**
 * A range that contains a rate with a stated probability: a rate in steps per second, or a
 * normalised one from 0 to 1. Immutable.
 *
 * @param low the smallest rate, at least 0
 * @param high the largest rate, finite and at least {@code low}
 */
public record Interval(double low, double high) {

  /**
   * Checks the ends.
   *
   * @param low at least 0
   * @param high finite and at least {@code low}
   * @throws IllegalArgumentException unless {@code 0 <= low <= high} and {@code high} is finite
   */
  public Interval {
    if (!(0 <= low && low <= high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "interval [%s, %s] must have finite ends, at least 0 and in order".formatted(low, high));
    }
  }

  /**
   * Returns whether a rate is in the interval, its ends included.
   *
   * @param rate any number
   * @return true if {@code low <= rate <= high}
   */
  public boolean contains(double rate) {
    return low <= rate && rate <= high;
  }
}
