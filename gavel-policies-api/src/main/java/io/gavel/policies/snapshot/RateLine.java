package io.gavel.policies.snapshot;

import io.gavel.policies.ThroughputMatrix;
import java.util.Arrays;

/** A row of rates with its intervals, which are left out if the rates are known. Immutable. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RateLine(double[] rates, double[] low, double[] high) {

  static RateLine of(ThroughputMatrix matrix, int g, int member) {
    return new RateLine(
        row(matrix, g, member), row(matrix.low(), g, member), row(matrix.high(), g, member));
  }

  private static double[] row(ThroughputMatrix matrix, int g, int member) {
    double[] row = new double[matrix.typeCount()];
    Arrays.setAll(row, j -> matrix.stepsPerSecond(g, member, j));
    return row;
  }

  /** Writes the rates with a label, and their intervals. */
  void write(SnapshotWriter to, String label) {
    to.numbers(label, rates);
    if (!isCertain()) {
      to.numbers("low", low).numbers("high", high);
    }
  }

  /** Reads rates with a label, and their intervals. */
  static RateLine read(SnapshotReader from, String label) {
    double[] rates = from.numbers(label);
    boolean uncertain = from.has("low");
    return new RateLine(
        rates, uncertain ? from.numbers("low") : rates, uncertain ? from.numbers("high") : rates);
  }

  boolean isCertain() {
    return Arrays.equals(rates, low) && Arrays.equals(rates, high);
  }
}
