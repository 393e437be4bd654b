package io.gavel.policies.lp.level;

import java.util.function.DoublePredicate;

/** Finds the number up to which a condition holds that holds for small numbers only. */
final class Bisection {

  private Bisection() {}

  /** Returns a number at which the condition does not hold, found by doubling a positive start. */
  static double beyond(double start, DoublePredicate holds) {
    double beyond = start;
    while (holds.test(beyond)) {
      beyond *= 2;
    }
    return beyond;
  }

  /**
   * Returns the last number at which the condition holds, between a number where it does and one
   * where not.
   */
  static double last(double from, double beyond, DoublePredicate holds) {
    double low = from;
    double high = beyond;
    double middle = low + (high - low) / 2;
    while (middle > low && middle < high) {
      if (holds.test(middle)) {
        low = middle;
      } else {
        high = middle;
      }
      middle = low + (high - low) / 2;
    }
    return low;
  }
}
