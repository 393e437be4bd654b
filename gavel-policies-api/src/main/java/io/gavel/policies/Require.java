package io.gavel.policies;

import java.util.List;

/**
 * Guards that name the thing, print the value and return it; written so that NaN fails. Jobs come
 * by the million, so the name of a thing is put together only for an error.
 */
final class Require {

  private Require() {}

  static String name(String value, String what) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("%s is blank; it must be a name".formatted(what));
    }
    return value;
  }

  static String name(String value, String what, String name) {
    return value.isBlank() ? name(value, "%s \"%s\"".formatted(what, name)) : value;
  }

  static double positive(double value, String what, String name) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw outside("%s \"%s\"".formatted(what, name), value, "finite and > 0");
    }
    return value;
  }

  static boolean isNonNegative(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  static double nonNegative(double value, String what) {
    if (!isNonNegative(value)) {
      throw outside(what, value, "finite and \u2265 0");
    }
    return value;
  }

  static double nonNegative(double value, String what, String name) {
    return isNonNegative(value) ? value : nonNegative(value, "%s \"%s\"".formatted(what, name));
  }

  static int atLeast(int smallest, int value, String what) {
    if (value < smallest) {
      throw outside(what, value, "at least " + smallest);
    }
    return value;
  }

  static int atLeast(int smallest, int value, String what, String name) {
    return value >= smallest ? value : atLeast(smallest, value, "%s \"%s\"".formatted(what, name));
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
    return unknown("", what, name, known);
  }

  /** The same, with a place in front. */
  static IllegalArgumentException unknown(
      String place, String what, String name, List<String> known) {
    int shown = Math.min(known.size(), 10);
    String list = known.isEmpty() ? "none" : String.join(", ", known.subList(0, shown));
    String more = shown < known.size() ? ", \u2026 (%d in all)".formatted(known.size()) : "";
    return new IllegalArgumentException(
        "%sthere is no %s \"%s\"; known: %s%s".formatted(place, what, name, list, more));
  }

  private static IllegalArgumentException outside(String what, Object value, String allowed) {
    return new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, allowed));
  }
}
