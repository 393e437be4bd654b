package io.gavel.estimator;

import java.util.Arrays;

/** Errors in units of their standard errors, {@code (truth - rate) / error}, in ascending order. */
public final class ErrorQuantiles {

  /** Nothing is known of the errors but their variance. */
  static final ErrorQuantiles NONE = new ErrorQuantiles(new double[0]);

  private final double[] ratios;

  private ErrorQuantiles(double[] sorted) {
    this.ratios = sorted;
  }

  /** Sorts a copy. */
  public static ErrorQuantiles of(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    return new ErrorQuantiles(sorted);
  }

  /** The quantile of order {@code q}: one end of the interval of probability {@code level}. */
  public double at(double q, double level) {
    if (ratios.length == 0) {
      double chebyshev = 1 / Math.sqrt(1 - level);
      return q < 0.5 ? -chebyshev : chebyshev;
    }
    // Rounds outwards: of n errors as many are beyond the end as the level allows, or fewer.
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
