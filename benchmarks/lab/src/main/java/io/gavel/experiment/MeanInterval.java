package io.gavel.experiment;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A mean with its 95 % interval by Student's t distribution. Immutable.
 *
 * @param mean the mean; NaN without values
 * @param half half the width of the interval; NaN with fewer than two values
 * @param count the number of values
 */
public record MeanInterval(double mean, double half, long count) {

  private static final double UPPER = 0.975;

  /**
   * Returns the interval of independent values.
   *
   * @param values one for each seed
   * @return their mean and interval
   */
  public static MeanInterval of(List<Double> values) {
    SummaryStatistics statistics = new SummaryStatistics();
    values.forEach(statistics::addValue);
    int n = values.size();
    double half =
        n < 2
            ? Double.NaN
            : new TDistribution(n - 1.0).inverseCumulativeProbability(UPPER)
                * statistics.getStandardDeviation()
                / Math.sqrt(n);
    return new MeanInterval(statistics.getMean(), half, n);
  }

  /** Returns whether the interval leaves out zero, so that the sign of the mean is known. */
  public boolean excludesZero() {
    return Math.abs(mean) > half;
  }
}
