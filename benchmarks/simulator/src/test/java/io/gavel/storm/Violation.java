package io.gavel.storm;

import java.util.Arrays;

/** An invariant of the world that does not hold. */
final class Violation extends AssertionError {

  private static final long serialVersionUID = 1;

  /** What is violated, without figures: shrinking keeps it. */
  final String rule;

  Violation(String rule, String detail) {
    super(rule + ": " + detail);
    this.rule = rule;
  }

  static void unless(boolean holds, String rule, Object... detail) {
    if (!holds) {
      throw new Violation(rule, Arrays.deepToString(detail));
    }
  }
}
