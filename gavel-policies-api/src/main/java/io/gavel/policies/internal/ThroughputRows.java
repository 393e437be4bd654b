package io.gavel.policies.internal;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Checks rows of throughputs. There may be millions of rows, so names are formatted only for
 * errors. Stateless.
 */
public final class ThroughputRows {

  private ThroughputRows() {}

  /**
   * Checks the length and the entries of a row.
   *
   * @param rates steps per second, {@code [worker type]}; not modified
   * @param typeCount the number of worker types
   * @param row names the row
   * @param type names a column
   * @return the row
   * @throws IllegalArgumentException if the length is wrong, or an entry is negative or not finite
   */
  public static double[] require(
      double[] rates, int typeCount, Supplier<String> row, IntFunction<String> type) {
    if (rates.length != typeCount) {
      throw new IllegalArgumentException(
          "throughputs of %s have %s entries; there must be one for each of %s worker types"
              .formatted(row.get(), rates.length, typeCount));
    }
    for (int j = 0; j < typeCount; j++) {
      requireEntry(rates[j], j, row, type);
    }
    return rates;
  }

  /**
   * Checks an entry.
   *
   * @param rate steps per second
   * @param j its column
   * @param row names the row
   * @param type names a column
   * @return the entry
   * @throws IllegalArgumentException if it is negative or not finite
   */
  public static double requireEntry(
      double rate, int j, Supplier<String> row, IntFunction<String> type) {
    return Require.isNonNegative(rate)
        ? rate
        : Require.nonNegative(rate, "throughput of %s on %s".formatted(row.get(), type.apply(j)));
  }

  /**
   * Checks the intervals of a row.
   *
   * @param low lower ends, {@code [worker type]}; not modified
   * @param rates steps per second, {@code [worker type]}, checked before; not modified
   * @param high upper ends, {@code [worker type]}; not modified
   * @param row names the row
   * @param type names a column
   * @throws IllegalArgumentException if a length is wrong, a rate is not within its interval, or an
   *     end is above 0 where the rate is 0
   */
  public static void requireIntervals(
      double[] low, double[] rates, double[] high, Supplier<String> row, IntFunction<String> type) {
    require(low, rates.length, () -> "the lower ends of " + row.get(), type);
    require(high, rates.length, () -> "the upper ends of " + row.get(), type);
    for (int j = 0; j < rates.length; j++) {
      boolean contained = low[j] <= rates[j] && rates[j] <= high[j];
      if (!contained || (rates[j] == 0 && high[j] > 0)) {
        throw new IllegalArgumentException(
            "throughput of %s on %s is %s in the interval [%s, %s]; %s"
                .formatted(
                    row.get(),
                    type.apply(j),
                    rates[j],
                    low[j],
                    high[j],
                    contained
                        ? "where a job cannot run, the interval must be 0"
                        : "the interval must contain it"));
      }
    }
  }

  /**
   * Packs rows.
   *
   * @param rows steps per second, {@code [row][worker type]}; not modified
   * @param width the length of each row
   * @return the rows, row-major
   */
  public static double[] flat(List<double[]> rows, int width) {
    double[] values = new double[Math.multiplyExact(rows.size(), width)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, values, i * width, width);
    }
    return values;
  }
}
