package io.gavel.estimator;

import java.util.Arrays;

/**
 * A complete row: measured where it was measured, estimated elsewhere. Immutable, equal by value.
 */
public final class Estimate {

  private final Measurements measurements;
  private final double[] rates;

  private Estimate(Measurements measurements, double[] rates) {
    this.measurements = measurements;
    this.rates = rates;
  }

  /**
   * An estimate made by a method of the caller's own.
   *
   * @param measurements what was measured; those entries replace the ones of {@code rates}
   * @param rates one rate for each column, from 0 to 1; not modified, not retained
   * @return the estimate
   * @throws IllegalArgumentException if the length is wrong or an estimated rate is outside [0, 1]
   */
  public static Estimate of(Measurements measurements, double[] rates) {
    Columns columns = measurements.columns();
    Require.length(columns.size(), rates.length, "row of estimates");
    double[] all = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      all[k] =
          measurements.isMeasured(k)
              ? measurements.rate(k)
              : Require.fraction(
                  rates[k], "estimate in column \"%s\"".formatted(columns.column(k)));
    }
    return new Estimate(measurements, all);
  }

  /** An estimate whose unbounded prediction is cut to the range of rates, as the papers do. */
  static Estimate truncated(Measurements measurements, double[] prediction) {
    double[] rates = new double[prediction.length];
    for (int k = 0; k < rates.length; k++) {
      rates[k] = Math.max(0, Math.min(1, prediction[k]));
    }
    return of(measurements, rates);
  }

  /**
   * What the estimate rests on.
   *
   * @return the measured part of the row
   */
  public Measurements measurements() {
    return measurements;
  }

  /**
   * The columns of the row.
   *
   * @return the columns of the table
   */
  public Columns columns() {
    return measurements.columns();
  }

  /**
   * An entry.
   *
   * @param k a column index
   * @return the normalised rate, from 0 to 1
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public double rate(int k) {
    return rates[Require.index(k, rates.length, "column")];
  }

  /**
   * An entry.
   *
   * @param column a column of the table
   * @return the normalised rate, from 0 to 1
   * @throws IllegalArgumentException if there is no such column
   */
  public double rate(Column column) {
    return rates[columns().indexOf(column)];
  }

  /**
   * All entries.
   *
   * @return a copy, one rate for each column
   */
  public double[] rates() {
    return rates.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Estimate that
        && measurements.equals(that.measurements)
        && Arrays.equals(rates, that.rates);
  }

  @Override
  public int hashCode() {
    return 31 * measurements.hashCode() + Arrays.hashCode(rates);
  }

  @Override
  public String toString() {
    return "Estimate[%d columns, %d measured]".formatted(rates.length, measurements.count());
  }
}
