package io.gavel.policies.lp.level;

import java.util.function.DoublePredicate;

/** Where a condition that holds for small numbers ceases to hold. */
final class Bisection {

  private Bisection() {}

  /** A number at which the condition does not hold: the first, doubling one that is positive. */
  static double beyond(double start, DoublePredicate holds) {
    double beyond = start;
    while (holds.test(beyond)) {
      beyond *= 2;
    }
    return beyond;
  }

  /** The last number at which the condition holds, between one at which it does and another. */
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
