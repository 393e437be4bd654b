package io.gavel.estimator;

import java.util.Arrays;

/**
 * The distribution of a method's errors, observed where the truth is known: from it come the
 * {@linkplain Estimate#interval intervals} of an estimate. An error counts in units of its standard
 * error, {@code (truth - rate) / standard error}. Immutable, equal by value.
 */
public final class ErrorQuantiles {

  /** Only the variance of the errors is known. */
  static final ErrorQuantiles NONE = new ErrorQuantiles(new double[0]);

  /** Levels such as 0.9 are no exact doubles. */
  private static final double ROUNDING = 1e-9;

  private final double[] ratios;

  private ErrorQuantiles(double[] sorted) {
    this.ratios = sorted;
  }

  /**
   * Quantiles of observed errors.
   *
   * @param ratios {@code (truth - rate) / standard error}, one for each estimate, none of them NaN,
   *     in any order; if empty, quantiles follow Chebyshev's inequality. Not modified, not retained
   * @return the quantiles
   */
  public static ErrorQuantiles of(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return new ErrorQuantiles(sorted);
  }

  /**
   * Returns whether the errors are enough for an interval: on each side, the level must leave room
   * for at least one of them beyond the end.
   *
   * @param level the probability of the interval, between 0 and 1
   * @return true from {@code 2 / (1 - level) - 1} errors on: 9 for 80 %, 19 for 90 %, 39 for 95 %
   */
  public boolean isCalibrated(double level) {
    return ratios.length + 1 >= (2 - ROUNDING) / (1 - level);
  }

  /**
   * One end of an interval, rounded outwards to an observed error. If the errors are {@linkplain
   * #isCalibrated not enough}, it is the outermost of them or the end by Chebyshev's inequality,
   * whichever is wider.
   *
   * @param q the order of the quantile, from 0 to 1: {@code (1 - level) / 2} for the lower end,
   *     {@code (1 + level) / 2} for the upper
   * @param level the probability of the interval, between 0 and 1
   * @return the distance from the estimate to the end, in standard errors; negative if below
   */
  public double at(double q, double level) {
    double chebyshev = 1 / Math.sqrt(1 - level);
    if (ratios.length == 0) {
      return q < 0.5 ? -chebyshev : chebyshev;
    }
    if (!isCalibrated(level)) {
      return q < 0.5
          ? Math.min(-chebyshev, ratios[0])
          : Math.max(chebyshev, ratios[ratios.length - 1]);
    }
    // Rounds outwards: of n errors, at most the share that the level allows lies beyond the end.
    double position = q * (ratios.length + 1) - 1;
    int index = (int) (q < 0.5 ? Math.floor(position) : Math.ceil(position));
    return ratios[Math.max(0, Math.min(ratios.length - 1, index))];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ErrorQuantiles that && Arrays.equals(ratios, that.ratios);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ratios);
  }
}
