package io.gavel.policies;

import java.util.List;

/** Guards that name the thing, print the value and return it; written so that NaN fails. */
final class Require {

  private Require() {}

  static String name(String value, String what) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("%s is blank; it must be a name".formatted(what));
    }
    return value;
  }

  static double positive(double value, String what) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw outside(what, value, "finite and > 0");
    }
    return value;
  }

  static double nonNegative(double value, String what) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw outside(what, value, "finite and \u2265 0");
    }
    return value;
  }

  static int atLeast(int smallest, int value, String what) {
    if (value < smallest) {
      throw outside(what, value, "at least " + smallest);
    }
    return value;
  }

  static int index(int index, int size, String what) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "%s index %d is outside 0..%d".formatted(what, index, size - 1));
    }
    return index;
  }

  /** The error of looking up a name that is not there: it lists some that are. */
  static IllegalArgumentException unknown(String what, String name, List<String> known) {
    int shown = Math.min(known.size(), 10);
    String more = shown < known.size() ? ", \u2026 (%d in all)".formatted(known.size()) : "";
    return new IllegalArgumentException(
        "there is no %s \"%s\"; known: %s%s"
            .formatted(what, name, String.join(", ", known.subList(0, shown)), more));
  }

  private static IllegalArgumentException outside(String what, Object value, String allowed) {
    return new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, allowed));
  }
}
