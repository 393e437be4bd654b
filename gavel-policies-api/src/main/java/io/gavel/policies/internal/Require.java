package io.gavel.policies.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guards that name the thing, print the value and return it; written so that NaN fails. Jobs come
 * by the million, so the name of a thing is put together only for an error. Stateless.
 */
public final class Require {

  private Require() {}

  /**
   * A name.
   *
   * @param value must not be blank
   * @param what it names
   * @return the value
   */
  public static String name(@Nullable String value, String what) {
    String name = present(value, what);
    if (name.isBlank()) {
      throw new IllegalArgumentException("%s is blank; it must be a name".formatted(what));
    }
    return name;
  }

  /**
   * A name of something that belongs to something else.
   *
   * @param value must not be blank
   * @param what it names
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static String name(@Nullable String value, String what, String owner) {
    return value == null || value.isBlank() ? name(value, quoted(what, owner)) : value;
  }

  /**
   * A name, of which the error shows the characters.
   *
   * @param value must not be blank
   * @param what it names
   * @return the value
   */
  public static String notBlank(@Nullable String value, String what) {
    String name = present(value, what);
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; it must not be blank".formatted(what, name));
    }
    return name;
  }

  private static String present(@Nullable String value, String what) {
    if (value == null) {
      throw new NullPointerException("%s is null; it must be a name".formatted(what));
    }
    return value;
  }

  /**
   * A number above 0.
   *
   * @param value must be finite and above 0
   * @param what it measures
   * @return the value
   */
  public static double positive(double value, String what) {
    if (!isPositive(value)) {
      throw outside(what, value, "finite and > 0");
    }
    return value;
  }

  /**
   * A number above 0 that belongs to something.
   *
   * @param value must be finite and above 0
   * @param what it measures
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static double positive(double value, String what, String owner) {
    return isPositive(value) ? value : positive(value, quoted(what, owner));
  }

  private static boolean isPositive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  /**
   * Whether a number may be a quantity.
   *
   * @param value any
   * @return true if it is finite and at least 0
   */
  public static boolean isNonNegative(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  /**
   * A quantity.
   *
   * @param value must be finite and at least 0
   * @param what it measures
   * @return the value
   */
  public static double nonNegative(double value, String what) {
    if (!isNonNegative(value)) {
      throw outside(what, value, "finite and \u2265 0");
    }
    return value;
  }

  /**
   * A quantity that belongs to something.
   *
   * @param value must be finite and at least 0
   * @param what it measures
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static double nonNegative(double value, String what, String owner) {
    return isNonNegative(value) ? value : nonNegative(value, quoted(what, owner));
  }

  /**
   * A length of time.
   *
   * @param value in seconds, must be finite and at least 0
   * @param what it measures
   * @return the value
   */
  public static double duration(double value, String what) {
    if (!isNonNegative(value)) {
      throw new IllegalArgumentException(
          "%s is %s seconds; it must be finite and at least 0".formatted(what, value));
    }
    return value;
  }

  /**
   * A length of time that belongs to something.
   *
   * @param value in seconds, must be finite and at least 0
   * @param what it measures
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static double duration(double value, String what, String owner) {
    return isNonNegative(value) ? value : duration(value, quoted(what, owner));
  }

  /**
   * A stretch of time.
   *
   * @param start must be finite and before the end
   * @param end must be finite
   * @param what it is
   * @param of which, of which the error shows the text
   */
  public static void interval(double start, double end, String what, Object of) {
    if (!(start < end) || !Double.isFinite(start) || !Double.isFinite(end)) {
      throw new IllegalArgumentException(
          "%s %s is from %s to %s seconds; it must be finite and end after its start"
              .formatted(what, of, start, end));
    }
  }

  /**
   * A number.
   *
   * @param value must be finite
   * @param what it measures
   * @return the value
   */
  public static double finite(double value, String what) {
    if (!Double.isFinite(value)) {
      throw outside(what, value, "finite");
    }
    return value;
  }

  /**
   * A number that belongs to something.
   *
   * @param value must be finite
   * @param what it measures
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static double finite(double value, String what, String owner) {
    return Double.isFinite(value) ? value : finite(value, quoted(what, owner));
  }

  /**
   * A number that belongs to several things.
   *
   * @param value must be finite
   * @param what it measures
   * @param owners the names of what it belongs to
   * @return the value
   */
  public static double finite(double value, String what, List<String> owners) {
    return Double.isFinite(value) ? value : finite(value, what + " " + owners);
  }

  /**
   * A fraction of a whole.
   *
   * @param value must be from 0 to 1
   * @param what it measures
   * @return the value
   */
  public static double fraction(double value, String what) {
    if (!(value >= 0 && value <= 1)) {
      throw outside(what, value, "from 0 to 1");
    }
    return value;
  }

  /**
   * A fraction that is neither nothing nor the whole.
   *
   * @param value must be above 0 and below 1
   * @param what it measures
   * @return the value
   */
  public static double openFraction(double value, String what) {
    if (!(value > 0 && value < 1)) {
      throw outside(what, value, "between 0 and 1, both excluded");
    }
    return value;
  }

  /**
   * A whole number with a lower limit.
   *
   * @param least the smallest that is allowed
   * @param value must be at least that
   * @param what it counts
   * @return the value
   */
  public static int atLeast(int least, int value, String what) {
    atLeast((long) least, value, what);
    return value;
  }

  /**
   * A whole number with a lower limit that belongs to something.
   *
   * @param least the smallest that is allowed
   * @param value must be at least that
   * @param what it counts
   * @param owner the name of what it belongs to
   * @return the value
   */
  public static int atLeast(int least, int value, String what, String owner) {
    return value >= least ? value : atLeast(least, value, quoted(what, owner));
  }

  /**
   * A whole number with a lower limit that belongs to several things.
   *
   * @param least the smallest that is allowed
   * @param value must be at least that
   * @param what it counts
   * @param owners the names of what it belongs to
   * @return the value
   */
  public static int atLeast(int least, int value, String what, List<String> owners) {
    return value >= least ? value : atLeast(least, value, what + " " + owners);
  }

  /**
   * A long whole number with a lower limit.
   *
   * @param least the smallest that is allowed
   * @param value must be at least that
   * @param what it counts
   * @return the value
   */
  public static long atLeast(long least, long value, String what) {
    if (value < least) {
      throw outside(what, value, "at least " + least);
    }
    return value;
  }

  /**
   * The new time, which must not be before the old one.
   *
   * @param now the time of the last event or plan, in seconds
   * @param to the new time, in seconds
   * @param what happens then
   * @return the new time
   */
  public static double advance(double now, double to, String what) {
    if (!(to >= now)) {
      throw new IllegalArgumentException(
          "%s at %s seconds is earlier than the last event or plan at %s; time must not go back"
              .formatted(what, to, now));
    }
    return to;
  }

  /**
   * A whole number with two limits.
   *
   * @param least the smallest that is allowed
   * @param value must be within the limits
   * @param most the largest that is allowed
   * @param what it counts
   */
  public static void between(long least, long value, long most, String what) {
    if (value < least || value > most) {
      throw outside(what, value, "from %d to %d".formatted(least, most));
    }
  }

  /**
   * An index.
   *
   * @param index must be at least 0 and below the size
   * @param size how many there are
   * @param what is indexed
   * @return the index
   */
  public static int index(int index, int size, String what) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "%s index %d is outside 0..%d".formatted(what, index, size - 1));
    }
    return index;
  }

  /**
   * The length of a row.
   *
   * @param columns how many entries there must be
   * @param actual how many there are
   * @param what the row is
   */
  public static void length(int columns, int actual, String what) {
    if (actual != columns) {
      throw new IllegalArgumentException(
          "%s has %d entries; it must have one for each of %d columns"
              .formatted(what, actual, columns));
    }
  }

  /**
   * The error of looking up a name that is not there.
   *
   * @param what was looked for
   * @param name that nothing has
   * @param known the names that there are; the error lists the first ten
   * @return to be thrown
   */
  public static IllegalArgumentException unknown(String what, String name, List<String> known) {
    return unknown("", what, name, known);
  }

  /**
   * The error of looking up a name that is not there, with a place in front.
   *
   * @param place where the name stands, with what separates it from the rest
   * @param what was looked for
   * @param name that nothing has
   * @param known the names that there are; the error lists the first ten
   * @return to be thrown
   */
  public static IllegalArgumentException unknown(
      String place, String what, String name, List<String> known) {
    int shown = Math.min(known.size(), 10);
    String list = known.isEmpty() ? "none" : String.join(", ", known.subList(0, shown));
    String more = shown < known.size() ? ", \u2026 (%d in all)".formatted(known.size()) : "";
    return new IllegalArgumentException(
        "%sthere is no %s \"%s\"; known: %s%s".formatted(place, what, name, list, more));
  }

  private static String quoted(String what, String owner) {
    return "%s \"%s\"".formatted(what, owner);
  }

  private static IllegalArgumentException outside(String what, Object value, String allowed) {
    return new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, allowed));
  }
}
