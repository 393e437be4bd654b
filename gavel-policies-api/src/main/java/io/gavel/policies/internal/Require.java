package io.gavel.policies.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Guards for arguments. Each returns the value; its error names the argument and states the value
 * and the allowed values. Comparisons are written such that NaN fails. Problems may have millions
 * of jobs, so names are formatted only for errors. Stateless.
 */
public final class Require {

  private Require() {}

  /**
   * Requires a name.
   *
   * @param value must not be blank and must be {@linkplain #isPlain plain}
   * @param what names the argument in the error
   * @return the value
   */
  public static String name(@Nullable String value, String what) {
    String name = present(value, what);
    if (name.isBlank()) {
      throw new IllegalArgumentException("%s is blank; it must be a name".formatted(what));
    }
    return plain(name, what);
  }

  /**
   * Requires a text that can be shown.
   *
   * @param value must be {@linkplain #isPlain plain}; may be blank
   * @param what names the argument in the error
   * @return the value
   */
  public static String plain(String value, String what) {
    if (!isPlain(value)) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; it must have no control characters".formatted(what, escaped(value)));
    }
    return value;
  }

  /**
   * Returns whether a text changes nothing but itself where it is shown: it has no control
   * character, line separator, override of the direction of writing, or half of a surrogate pair.
   *
   * @param text any
   * @return true if it can be shown unchanged
   */
  public static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') { // else the usual case
        return text.codePoints().allMatch(Require::isPlain);
      }
    }
    return true;
  }

  private static boolean isPlain(int point) {
    int type = Character.getType(point);
    boolean turnsDirection =
        (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
    return type != Character.CONTROL
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR
        && type != Character.SURROGATE
        && !turnsDirection;
  }

  /**
   * Returns a text with an escape such as {@code \\u001b} for each character that {@link
   * #isPlain(String)} excludes.
   *
   * @param text any
   * @return a text of one line that can be shown
   */
  public static String escaped(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(
            point -> {
              if (isPlain(point)) {
                shown.appendCodePoint(point);
              } else {
                shown.append("\\u%04x".formatted(point));
              }
            });
    return shown.toString();
  }

  /**
   * Requires a name of a part of something.
   *
   * @param value must be a name as in {@link #name(String, String)}
   * @param what names the argument in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static String name(@Nullable String value, String what, String owner) {
    return value == null || value.isBlank() || !isPlain(value)
        ? name(value, quoted(what, owner))
        : value;
  }

  private static String present(@Nullable String value, String what) {
    if (value == null) {
      throw new NullPointerException("%s is null; it must be a name".formatted(what));
    }
    return value;
  }

  /**
   * Requires a positive number.
   *
   * @param value must be finite and above 0
   * @param what names the measured quantity in the error
   * @return the value
   */
  public static double positive(double value, String what) {
    return allowed(isPositive(value), value, what, "finite and > 0");
  }

  /**
   * Requires a positive number that belongs to something.
   *
   * @param value must be finite and above 0
   * @param what names the measured quantity in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static double positive(double value, String what, String owner) {
    return isPositive(value) ? value : positive(value, quoted(what, owner));
  }

  private static boolean isPositive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  /**
   * Returns whether a number is a valid quantity.
   *
   * @param value any
   * @return true if it is finite and at least 0
   */
  public static boolean isNonNegative(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  /**
   * Requires a quantity.
   *
   * @param value must be finite and at least 0
   * @param what names the measured quantity in the error
   * @return the value
   */
  public static double nonNegative(double value, String what) {
    return allowed(isNonNegative(value), value, what, "finite and \u2265 0");
  }

  /**
   * Requires a quantity that belongs to something.
   *
   * @param value must be finite and at least 0
   * @param what names the measured quantity in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static double nonNegative(double value, String what, String owner) {
    return isNonNegative(value) ? value : nonNegative(value, quoted(what, owner));
  }

  /**
   * Requires a duration.
   *
   * @param value in seconds, must be finite and at least 0
   * @param what names the measured quantity in the error
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
   * Requires a duration that belongs to something.
   *
   * @param value in seconds, must be finite and at least 0
   * @param what names the measured quantity in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static double duration(double value, String what, String owner) {
    return isNonNegative(value) ? value : duration(value, quoted(what, owner));
  }

  /**
   * Requires an interval of time.
   *
   * @param start must be finite and before the end
   * @param end must be finite
   * @param what names the interval in the error
   * @param of the owner of the interval, shown in the error
   */
  public static void interval(double start, double end, String what, Object of) {
    if (!(start < end) || !Double.isFinite(start) || !Double.isFinite(end)) {
      throw new IllegalArgumentException(
          "%s %s is from %s to %s seconds; it must be finite and end after its start"
              .formatted(what, of, start, end));
    }
  }

  /**
   * Requires a finite number.
   *
   * @param value must be finite
   * @param what names the measured quantity in the error
   * @return the value
   */
  public static double finite(double value, String what) {
    return allowed(Double.isFinite(value), value, what, "finite");
  }

  /**
   * Requires a finite number that belongs to something.
   *
   * @param value must be finite
   * @param what names the measured quantity in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static double finite(double value, String what, String owner) {
    return Double.isFinite(value) ? value : finite(value, quoted(what, owner));
  }

  /**
   * Requires a finite number that belongs to several things.
   *
   * @param value must be finite
   * @param what names the measured quantity in the error
   * @param owners the names of its owners
   * @return the value
   */
  public static double finite(double value, String what, List<String> owners) {
    return Double.isFinite(value) ? value : finite(value, what + " " + owners);
  }

  /**
   * Requires a fraction, a number from 0 to 1.
   *
   * @param value must be from 0 to 1
   * @param what names the measured quantity in the error
   * @return the value
   */
  public static double fraction(double value, String what) {
    return allowed(value >= 0 && value <= 1, value, what, "from 0 to 1");
  }

  /**
   * Requires a fraction that is neither 0 nor 1.
   *
   * @param value must be above 0 and below 1
   * @param what names the measured quantity in the error
   * @return the value
   */
  public static double openFraction(double value, String what) {
    return allowed(value > 0 && value < 1, value, what, "between 0 and 1, both excluded");
  }

  /**
   * Requires an integer with a lower limit.
   *
   * @param least the smallest allowed number
   * @param value must be at least {@code least}
   * @param what names the counted things in the error
   * @return the value
   */
  public static int atLeast(int least, int value, String what) {
    atLeast((long) least, value, what);
    return value;
  }

  /**
   * Requires an integer with a lower limit that belongs to something.
   *
   * @param least the smallest allowed number
   * @param value must be at least {@code least}
   * @param what names the counted things in the error
   * @param owner the name of its owner
   * @return the value
   */
  public static int atLeast(int least, int value, String what, String owner) {
    return value >= least ? value : atLeast(least, value, quoted(what, owner));
  }

  /**
   * Requires an integer with a lower limit that belongs to several things.
   *
   * @param least the smallest allowed number
   * @param value must be at least {@code least}
   * @param what names the counted things in the error
   * @param owners the names of its owners
   * @return the value
   */
  public static int atLeast(int least, int value, String what, List<String> owners) {
    return value >= least ? value : atLeast(least, value, what + " " + owners);
  }

  /**
   * Requires a long integer with a lower limit.
   *
   * @param least the smallest allowed number
   * @param value must be at least {@code least}
   * @param what names the counted things in the error
   * @return the value
   */
  public static long atLeast(long least, long value, String what) {
    if (value < least) {
      throw outside(what, value, "at least " + least);
    }
    return value;
  }

  /**
   * Requires that time does not go back.
   *
   * @param now the time of the last event or plan, in seconds
   * @param to the new time, in seconds
   * @param what names the event at the new time
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
   * Requires an integer within two limits.
   *
   * @param least the smallest allowed number
   * @param value must be within the limits
   * @param most the largest allowed number
   * @param what names the counted things in the error
   */
  public static void between(long least, long value, long most, String what) {
    if (value < least || value > most) {
      throw outside(what, value, "from %s to %s".formatted(least, most));
    }
  }

  /**
   * Requires a valid index.
   *
   * @param index must be at least 0 and below the size
   * @param size the number of elements
   * @param what names an element in the error
   * @return the index
   */
  public static int index(int index, int size, String what) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "%s index %s is outside 0..%s".formatted(what, index, size - 1));
    }
    return index;
  }

  /**
   * Requires a row of the right length.
   *
   * @param columns the required number of entries
   * @param actual the actual number of entries
   * @param what names the row in the error
   */
  public static void length(int columns, int actual, String what) {
    if (actual != columns) {
      throw new IllegalArgumentException(
          "%s has %s entries; it must have one for each of %s columns"
              .formatted(what, actual, columns));
    }
  }

  /**
   * Returns the error for an unknown name.
   *
   * @param what names the thing looked up
   * @param name the unknown name
   * @param known the known names; the error lists the first ten
   * @return the exception to throw
   */
  public static IllegalArgumentException unknown(String what, String name, List<String> known) {
    return unknown("", what, name, known);
  }

  /**
   * Returns the error for an unknown name, starting with the place of the name.
   *
   * @param place where the name stands, including the separator from the rest of the message
   * @param what names the thing looked up
   * @param name the unknown name
   * @param known the known names; the error lists the first ten
   * @return the exception to throw
   */
  public static IllegalArgumentException unknown(
      String place, String what, String name, List<String> known) {
    int shown = Math.min(known.size(), 10);
    String list = known.isEmpty() ? "none" : String.join(", ", known.subList(0, shown));
    String more = shown < known.size() ? ", \u2026 (%s in all)".formatted(known.size()) : "";
    return new IllegalArgumentException(
        "%sthere is no %s \"%s\"; known: %s%s".formatted(place, what, name, list, more));
  }

  private static String quoted(String what, String owner) {
    return "%s \"%s\"".formatted(what, owner);
  }

  private static double allowed(boolean isAllowed, double value, String what, String allowed) {
    if (!isAllowed) {
      throw outside(what, value, allowed);
    }
    return value;
  }

  private static IllegalArgumentException outside(String what, Object value, String allowed) {
    return new IllegalArgumentException("%s is %s; it must be %s".formatted(what, value, allowed));
  }
}
