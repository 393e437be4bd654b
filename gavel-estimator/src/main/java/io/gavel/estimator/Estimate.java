package io.gavel.estimator;

import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * A complete row with its uncertainty: measured rates where there are any, estimated rates
 * elsewhere. Immutable, equal by value.
 */
public final class Estimate {

  private final Measurements measurements;
  private final double[] rates;
  private final double[] errors;
  private final double[] zeros;
  private final ErrorQuantiles quantiles;

  private Estimate(
      Measurements measurements,
      double[] rates,
      double[] errors,
      double[] zeros,
      ErrorQuantiles quantiles) {
    this.measurements = measurements;
    this.rates = rates;
    this.errors = errors;
    this.zeros = zeros;
    this.quantiles = quantiles;
  }

  /**
   * Returns an estimate by any method, such as the caller's own.
   *
   * @param measurements the measured entries; they replace the entries of the arrays
   * @param rates one rate for each column, from 0 to 1; not modified, not retained
   * @param standardErrors of these rates, one for each column, finite and at least 0; not modified,
   *     not retained
   * @return the estimate
   * @throws IllegalArgumentException if a length is wrong or an entry is not as described
   */
  public static Estimate of(Measurements measurements, double[] rates, double[] standardErrors) {
    return of(measurements, rates, standardErrors, new double[rates.length]);
  }

  /**
   * Returns an estimate by a method that also predicts which pairs cannot share workers.
   *
   * @param measurements the measured entries; they replace the entries of the arrays
   * @param rates one rate for each column, from 0 to 1; not modified, not retained
   * @param errors standard errors of these rates, one for each column, finite and at least 0; not
   *     modified, not retained
   * @param zeros the probability that the rate is 0, one for each column, from 0 to 1; not
   *     modified, not retained
   * @return the estimate
   * @throws IllegalArgumentException if a length is wrong or an entry is not as described
   */
  public static Estimate of(
      Measurements measurements, double[] rates, double[] errors, double[] zeros) {
    Columns columns = measurements.columns();
    Require.length(columns.size(), rates.length, "row of estimates");
    Require.length(columns.size(), errors.length, "row of standard errors");
    double[] all = new double[rates.length];
    double[] allErrors = new double[rates.length];
    double[] allZeros = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      if (measurements.isMeasured(k)) {
        all[k] = measurements.rate(k);
        allZeros[k] = all[k] == 0 ? 1 : 0;
      } else {
        all[k] = inColumn(rates[k], 1, columns, k, "estimate");
        allErrors[k] = inColumn(errors[k], Double.MAX_VALUE, columns, k, "standard error");
        allZeros[k] = inColumn(zeros[k], 1, columns, k, "probability of 0");
      }
    }
    return new Estimate(measurements, all, allErrors, allZeros, ErrorQuantiles.NONE);
  }

  private static double inColumn(
      double value, double largest, Columns columns, int k, String what) {
    if (!(value >= 0 && value <= largest)) {
      throw new IllegalArgumentException(
          "%s in column \"%s\" is %s; it must be from 0 to %s"
              .formatted(what, columns.column(k), value, largest));
    }
    return value;
  }

  /**
   * Returns a copy with {@linkplain #interval intervals} from observed errors.
   *
   * @param measuredQuantiles the distribution of the method's errors where the truth is known
   * @return a copy
   */
  public Estimate calibrated(ErrorQuantiles measuredQuantiles) {
    return new Estimate(measurements, rates, errors, zeros, measuredQuantiles);
  }

  /**
   * Returns the measurements that the estimate is based on.
   *
   * @return the measured part of the row
   */
  public Measurements measurements() {
    return measurements;
  }

  /**
   * Returns the columns of the row.
   *
   * @return the columns of the table
   */
  public Columns columns() {
    return measurements.columns();
  }

  /**
   * Returns an entry: the expected rate, which accounts for the probability of 0.
   *
   * @param k a column index
   * @return the normalised rate, from 0 to 1
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public double rate(int k) {
    return rates[Require.index(k, rates.length, "column")];
  }

  /**
   * Returns an entry.
   *
   * @param column a column of the table
   * @return the normalised rate, from 0 to 1
   * @throws IllegalArgumentException if there is no such column
   */
  public double rate(Column column) {
    return rates[columns().indexOf(column)];
  }

  /**
   * Returns all entries.
   *
   * @return a copy, one rate for each column
   */
  public double[] rates() {
    return rates.clone();
  }

  /**
   * Returns the uncertainty of a rate, as computed by the method.
   *
   * @param k a column index
   * @return the standard error of the rate, 0 where it was measured
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public double standardError(int k) {
    return errors[Require.index(k, errors.length, "column")];
  }

  /**
   * Returns the probability that the two jobs cannot share workers.
   *
   * @param k a column index
   * @return the probability that the rate is 0; 0 or 1 where it was measured, and 0 from methods
   *     that do not predict it
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public double zeroProbability(int k) {
    return zeros[Require.index(k, zeros.length, "column")];
  }

  /**
   * Returns the range in which the rate lies with the given probability.
   *
   * <p>A {@linkplain #isCalibrated calibrated} interval follows from the distribution of the errors
   * where the truth is known. Other intervals are Chebyshev's interval, {@code standard error /
   * sqrt(1 - level)} to both sides: valid for any distribution if the standard error is right, but
   * wide.
   *
   * @param k a column index
   * @param level the probability, between 0 and 1
   * @return the interval within [0, 1]; a point where the column was measured
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public Interval interval(int k, double level) {
    Require.openFraction(level, "level of an interval");
    if (measurements.isMeasured(k)) {
      return new Interval(rates[k], rates[k]);
    }
    double low = rates[k] + errors[k] * quantiles.at((1 - level) / 2, level);
    double high = rates[k] + errors[k] * quantiles.at((1 + level) / 2, level);
    return new Interval(
        Math.max(0, Math.min(rates[k], low)), Math.min(1, Math.max(rates[k], high)));
  }

  /**
   * Returns the range in which a rate lies with the given probability.
   *
   * @param column a column of the table
   * @param level the probability, between 0 and 1
   * @return as {@link #interval(int, double)}
   * @throws IllegalArgumentException if there is no such column, or unless {@code 0 < level < 1}
   */
  public Interval interval(Column column, double level) {
    return interval(columns().indexOf(column), level);
  }

  /**
   * Returns whether intervals of a probability come from enough observed errors.
   *
   * @param level the probability, between 0 and 1
   * @return false if the references were too few, or the method does not observe its errors
   * @throws IllegalArgumentException unless {@code 0 < level < 1}
   */
  public boolean isCalibrated(double level) {
    return quantiles.isCalibrated(Require.openFraction(level, "level of an interval"));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Estimate that
        && measurements.equals(that.measurements)
        && Arrays.equals(rates, that.rates)
        && Arrays.equals(errors, that.errors)
        && Arrays.equals(zeros, that.zeros)
        && quantiles.equals(that.quantiles);
  }

  @Override
  public int hashCode() {
    return 31 * measurements.hashCode() + Arrays.hashCode(rates);
  }

  @Override
  public String toString() {
    return "Estimate[%s columns, %s measured]".formatted(rates.length, measurements.count());
  }

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
            "interval [%s, %s] must have finite ends, at least 0 and in order"
                .formatted(low, high));
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

  /**
   * The similarity of a row to a reference type. Immutable.
   *
   * @param reference the name of the reference type
   * @param distance the cosine distance, from 0 (same direction) to 1 (nothing in common)
   */
  public record Match(String reference, double distance) {

    /**
     * Checks the distance.
     *
     * @param reference not blank
     * @param distance from 0 to 1
     * @throws IllegalArgumentException if a component is not as described
     */
    public Match {
      Require.name(reference, "reference of a match");
      Require.fraction(distance, "cosine distance");
    }
  }

  /**
   * The distribution of a method's errors, observed where the truth is known: from it come the
   * {@linkplain Estimate#interval intervals} of an estimate. An error counts in units of its
   * standard error, {@code (truth - rate) / standard error}. Immutable, equal by value.
   */
  public static final class ErrorQuantiles {

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
     * @param ratios {@code (truth - rate) / standard error}, one for each estimate, none of them
     *     NaN, in any order; if empty, quantiles follow Chebyshev's inequality. Not modified, not
     *     retained
     * @return the quantiles
     */
    public static ErrorQuantiles of(double[] ratios) {
      double[] sorted = ratios.clone();
      Arrays.sort(sorted);
      return new ErrorQuantiles(sorted);
    }

    /**
     * Returns whether the errors are enough for an interval: on each side, the level must leave
     * room for at least one of them beyond the end.
     *
     * @param level the probability of the interval, between 0 and 1
     * @return true from {@code 2 / (1 - level) - 1} errors on: 9 for 80 %, 19 for 90 %, 39 for 95 %
     */
    public boolean isCalibrated(double level) {
      return ratios.length + 1 >= (2 - ROUNDING) / (1 - level);
    }

    /**
     * Returns one end of an interval, rounded outwards to an observed error. If the errors are
     * {@linkplain #isCalibrated not enough}, it is the outermost of them or the end by Chebyshev's
     * inequality, whichever is wider.
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
}
