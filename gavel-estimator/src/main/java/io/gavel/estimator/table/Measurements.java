package io.gavel.estimator.table;

import io.gavel.policies.internal.Require;
import java.util.Arrays;

/**
 * The measured part of a row: some columns have a rate, the remaining ones have none.
 *
 * <p>Start with {@link #none} and add measurements. A mask marks missing rates; there is no special
 * value for them. Immutable, equal by value.
 */
public final class Measurements {

  private final Columns columns;
  private final double[] rates;
  private final boolean[] measured;
  private final int count;

  private Measurements(Columns columns, double[] rates, boolean[] measured) {
    this.columns = columns;
    this.rates = rates;
    this.measured = measured;
    int known = 0;
    for (boolean m : measured) {
      known += m ? 1 : 0;
    }
    this.count = known;
  }

  /**
   * Returns a row without measurements.
   *
   * @param columns the columns of the table
   * @return an empty row
   */
  public static Measurements none(Columns columns) {
    return new Measurements(columns, new double[columns.size()], new boolean[columns.size()]);
  }

  /**
   * Returns a row measured in full.
   *
   * @param columns the columns of the table
   * @param rates one rate for each column, from 0 to 1; not modified, not retained
   * @return a complete row
   * @throws IllegalArgumentException if the length is wrong or a rate is outside [0, 1]
   */
  public static Measurements complete(Columns columns, double[] rates) {
    boolean[] all = new boolean[columns.size()];
    Arrays.fill(all, true);
    return of(columns, rates, all);
  }

  /**
   * Returns a row measured in part.
   *
   * @param columns the columns of the table
   * @param rates from 0 to 1, one entry for each column; read only where measured; not modified,
   *     not retained
   * @param measured whether each column was measured, one entry for each column; not modified, not
   *     retained
   * @return the row
   * @throws IllegalArgumentException if a length is wrong or a measured rate is outside [0, 1]
   */
  public static Measurements of(Columns columns, double[] rates, boolean[] measured) {
    Require.length(columns.size(), rates.length, "row of rates");
    Require.length(columns.size(), measured.length, "mask of a row");
    double[] known = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      if (measured[k]) {
        known[k] = checked(rates[k], columns.column(k));
      }
    }
    return new Measurements(columns, known, measured.clone());
  }

  /**
   * Returns the normalised rate of a throughput in steps per second.
   *
   * <p>Sharing workers does not make a job faster: a ratio above 1 is measurement noise and counts
   * as 1.
   *
   * @param stepsPerSecond the rate with the partner, finite and at least 0
   * @param isolated the rate alone on the same worker type, finite and {@code > 0}
   * @return their ratio, at most 1
   * @throws IllegalArgumentException if a rate is not as described
   */
  public static double normalizedRate(double stepsPerSecond, double isolated) {
    Require.nonNegative(stepsPerSecond, "throughput beside a partner");
    return Math.min(1, stepsPerSecond / Require.positive(isolated, "throughput alone"));
  }

  private static double checked(double rate, Column column) {
    if (!(rate >= 0 && rate <= 1)) {
      throw new IllegalArgumentException(
          "measured rate in column \"%s\" is %s; it must be from 0 to 1".formatted(column, rate));
    }
    return rate;
  }

  /**
   * Returns a copy with one measurement added, or replaced.
   *
   * @param column a column of the table
   * @param rate the normalised rate, from 0 to 1
   * @return a copy
   * @throws IllegalArgumentException if there is no such column or the rate is outside [0, 1]
   */
  public Measurements with(Column column, double rate) {
    return with(columns.indexOf(column), rate);
  }

  /**
   * Returns a copy with one measurement added, or replaced.
   *
   * @param k a column index
   * @param rate the normalised rate, from 0 to 1
   * @return a copy
   * @throws IllegalArgumentException if the rate is outside [0, 1]
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public Measurements with(int k, double rate) {
    double[] newRates = rates.clone();
    boolean[] newMeasured = measured.clone();
    newRates[k] = checked(rate, columns.column(k));
    newMeasured[k] = true;
    return new Measurements(columns, newRates, newMeasured);
  }

  /**
   * Returns the columns of the table.
   *
   * @return all columns, measured or not
   */
  public Columns columns() {
    return columns;
  }

  /**
   * Returns the number of measured columns.
   *
   * @return from 0 to the number of columns
   */
  public int count() {
    return count;
  }

  /**
   * Returns whether a column was measured.
   *
   * @param k a column index
   * @return true if it has a rate
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public boolean isMeasured(int k) {
    return measured[Require.index(k, measured.length, "column")];
  }

  /**
   * Returns a measured rate.
   *
   * @param k the index of a measured column
   * @return the rate, from 0 to 1
   * @throws IllegalArgumentException if the column was not measured
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public double rate(int k) {
    if (!isMeasured(k)) {
      throw new IllegalArgumentException(
          "column \"%s\" was not measured; its rate is in an estimate"
              .formatted(columns.column(k)));
    }
    return rates[k];
  }

  /**
   * Returns the measured columns.
   *
   * @return their indices, ascending, in a new array
   */
  public int[] indices() {
    int[] indices = new int[count];
    int next = 0;
    for (int k = 0; k < measured.length; k++) {
      if (measured[k]) {
        indices[next++] = k;
      }
    }
    return indices;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Measurements that
        && columns.equals(that.columns)
        && Arrays.equals(rates, that.rates)
        && Arrays.equals(measured, that.measured);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(rates) + Arrays.hashCode(measured);
  }

  @Override
  public String toString() {
    return "Measurements[%s of %s columns]".formatted(count, columns.size());
  }
}
