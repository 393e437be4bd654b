package io.gavel.policies;

import io.gavel.policies.internal.Require;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Checks throughputs. Rows come by the million, so a name is put together only for an error. */
final class Rates {

  private Rates() {}

  /** Checks a row's length and entries; {@code type} names a column. */
  static double[] requireRow(
      double[] rates, int typeCount, Supplier<String> row, IntFunction<String> type) {
    if (rates.length != typeCount) {
      throw new IllegalArgumentException(
          "throughputs of %s have %d entries; there must be one for each of %d worker types"
              .formatted(row.get(), rates.length, typeCount));
    }
    for (int j = 0; j < typeCount; j++) {
      require(rates[j], j, row, type);
    }
    return rates;
  }

  static double require(double rate, int j, Supplier<String> row, IntFunction<String> type) {
    return Require.isNonNegative(rate)
        ? rate
        : Require.nonNegative(rate, "throughput of %s on %s".formatted(row.get(), type.apply(j)));
  }
}
