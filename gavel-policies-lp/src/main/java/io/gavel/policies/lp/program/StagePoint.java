package io.gavel.policies.lp.program;

/**
 * A point of a program. Immutable; arrays are not copied and must not be modified.
 *
 * @param x fractions, {@code [column]}
 * @param bought workers bought, {@code [purchasable]}
 * @param throughput steps per second, {@code [job]}
 */
@SuppressWarnings("ArrayRecordComponent") // is never compared
record StagePoint(double[] x, double[] bought, double[] throughput) {}
