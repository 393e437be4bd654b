package io.gavel.estimator;

/** Guards that name the thing, print the value and return it; written so that NaN fails. */
final class Require {

  private Require() {}

  static String name(String value, String what) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("%s is blank; it must be a name".formatted(what));
    }
    return value;
  }

  static double fraction(double value, String what) {
    if (!(value >= 0 && value <= 1)) {
      throw outside(what, value, "from 0 to 1");
    }
    return value;
  }

  static double openFraction(double value, String what) {
    if (!(value > 0 && value < 1)) {
      throw outside(what, value, "between 0 and 1, both excluded");
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

  static void length(int expected, int actual, String what) {
    if (actual != expected) {
      throw new IllegalArgumentException(
          "%s has %d entries; it must have one for each of %d columns"
              .formatted(what, actual, expected));
    }
  }

  private static IllegalArgumentException outside(String what, Object value, String allowed) {
    return new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, allowed));
  }
}
