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
   * One end of an interval, rounded outwards to an observed error.
   *
   * @param q the order of the quantile, from 0 to 1: {@code (1 - level) / 2} for the lower end,
   *     {@code (1 + level) / 2} for the upper
   * @param level the probability of the interval, between 0 and 1
   * @return the distance from the estimate to the end, in standard errors; negative if below
   */
  public double at(double q, double level) {
    if (ratios.length == 0) {
      double chebyshev = 1 / Math.sqrt(1 - level);
      return q < 0.5 ? -chebyshev : chebyshev;
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
