package io.gavel.policies;

import io.gavel.policies.internal.Require;

/**
 * Bounds the amount by which a number may exceed its bound. Immutable.
 *
 * @param absolute in the unit of the compared numbers, finite and at least 0
 * @param relative as a fraction of the bound, finite and at least 0
 */
public record Tolerance(double absolute, double relative) {

  /** No tolerance. Allocations of this library are feasible within it. */
  public static final Tolerance EXACT = new Tolerance(0, 0);

  /**
   * The largest relative gap and violation of a certified answer. The absolute part is 0, as
   * objectives come in all units and sizes.
   */
  public static final Tolerance CERTIFIED = new Tolerance(0, 1e-6);

  /**
   * Checks both parts.
   *
   * @param absolute finite and at least 0
   * @param relative finite and at least 0
   * @throws IllegalArgumentException naming the invalid part
   */
  public Tolerance {
    Require.nonNegative(absolute, "absolute tolerance");
    Require.nonNegative(relative, "relative tolerance");
  }

  /**
   * Returns whether a value is within its upper bound.
   *
   * @param value the value
   * @param bound the bound
   * @return {@code value <= bound + absolute + relative · |bound|}; false if either is NaN
   */
  public boolean atMost(double value, double bound) {
    // The first comparison is for infinite bounds: a fraction of them may be NaN.
    return value <= bound || value <= bound + absolute + relative * Math.abs(bound);
  }
}
