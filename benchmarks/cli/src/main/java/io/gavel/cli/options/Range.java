package io.gavel.cli.options;

import io.gavel.workload.InvalidInputException;
import org.jspecify.annotations.Nullable;

/** The range of an option's value. */
public final class Range {

  private Range() {}

  /**
   * Fails unless a value is in its range.
   *
   * @param holds whether it is
   * @param option the name of the option
   * @param value the value, with its unit if it has one
   * @param rule the range, in words
   */
  public static void require(boolean holds, String option, @Nullable Object value, String rule) {
    if (!holds) {
      throw new InvalidInputException("%s is %s; it must be %s".formatted(option, value, rule));
    }
  }

  /** Returns whether a number is finite and greater than 0. */
  public static boolean isPositive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  /** Returns whether a number is finite and at least 0. */
  public static boolean isNonNegative(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }
}
