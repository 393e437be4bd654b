package io.gavel.policies.internal;

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
}
