package io.gavel.policies.lp.program;

/** A point of a program. Immutable; arrays are not copied and must not be modified. */
final class StagePoint {

  /** Fractions, {@code [column]}. */
  final double[] x;

  /** Workers bought, {@code [purchasable]}. */
  final double[] bought;

  /** Steps per second, {@code [job]}. */
  final double[] throughput;

  StagePoint(double[] x, double[] bought, double[] throughput) {
    this.x = x;
    this.bought = bought;
    this.throughput = throughput;
  }
}
