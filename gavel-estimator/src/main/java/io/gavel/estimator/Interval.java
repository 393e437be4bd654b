package io.gavel.estimator;

/**
 * A range that contains a rate with a stated probability. Immutable.
 *
 * @param low the smallest rate, from 0 to 1
 * @param high the largest rate, from {@code low} to 1
 */
public record Interval(double low, double high) {

  /**
   * Checks the ends.
   *
   * @param low from 0 to 1
   * @param high from {@code low} to 1
   * @throws IllegalArgumentException unless {@code 0 <= low <= high <= 1}
   */
  public Interval {
    if (!(0 <= low && low <= high && high <= 1)) {
      throw new IllegalArgumentException(
          "interval [%s, %s] must have ends in order from 0 to 1".formatted(low, high));
    }
  }

  /**
   * Whether a rate is in the interval, its ends included.
   *
   * @param rate any number
   * @return true if {@code low <= rate <= high}
   */
  public boolean contains(double rate) {
    return low <= rate && rate <= high;
  }
}
