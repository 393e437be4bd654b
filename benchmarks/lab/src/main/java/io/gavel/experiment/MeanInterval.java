package io.gavel.experiment;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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

  /**
   * Returns the two-sided p value of Student's t test that the mean is 0.
   *
   * @return from 0 to 1; NaN with fewer than two values
   */
  public double pValue() {
    if (count < 2 || half == 0) {
      return count < 2 ? Double.NaN : mean == 0 ? 1 : 0;
    }
    TDistribution student = new TDistribution(count - 1.0);
    double t = mean / half * student.inverseCumulativeProbability(UPPER);
    return 2 * student.cumulativeProbability(-Math.abs(t));
  }

  /**
   * Corrects p values of simultaneous tests by Holm's method.
   *
   * @param pValues p values; NaN for tests that are left out
   * @return the corrected p values: rejecting those below a level makes any wrong rejection at most
   *     that likely
   */
  public static double[] holm(double[] pValues) {
    int[] order =
        IntStream.range(0, pValues.length)
            .filter(i -> !Double.isNaN(pValues[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> pValues[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] corrected = pValues.clone();
    double least = 0;
    for (int rank = 0; rank < order.length; rank++) {
      least = Math.max(least, Math.min(1, (order.length - rank) * pValues[order[rank]]));
      corrected[order[rank]] = least;
    }
    return corrected;
  }
}
