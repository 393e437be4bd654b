package io.gavel.kubernetes.objects;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Speeds as text, such as {@code h100=3.2, a10=1, l4=?}. */
final class SpeedText {

  private SpeedText() {}

  /**
   * Reads speeds.
   *
   * @param flavors the permitted names
   * @return by flavour: finite and at least 0, 0 where it cannot run; empty where it is to be
   *     estimated
   * @throws IllegalArgumentException naming the text, the flavour and the allowed values
   */
  static Map<String, Optional<Double>> parse(String text, Collection<String> flavors) {
    Map<String, Optional<Double>> speeds = new TreeMap<>();
    for (String entry : text.split(",", -1)) {
      String[] parts = entry.split("=", -1);
      String flavor = parts[0].strip();
      if (parts.length != 2 || speeds.containsKey(flavor)) {
        throw new IllegalArgumentException(
            "speeds are \"%s\"; write each flavour once, as in \"h100=3.2, a10=1\""
                .formatted(text));
      }
      if (!flavors.contains(flavor)) {
        throw new IllegalArgumentException(
            "speeds name the flavour \"%s\"; the flavours are %s"
                .formatted(flavor, new TreeSet<>(flavors)));
      }
      String value = parts[1].strip();
      speeds.put(flavor, value.equals("?") ? Optional.empty() : Optional.of(speed(flavor, value)));
    }
    if (speeds.values().stream().noneMatch(speed -> speed.isPresent() && speed.get() > 0)) {
      throw new IllegalArgumentException(
          "speeds are \"%s\"; at least one must be a number above 0".formatted(text));
    }
    return speeds;
  }

  private static double speed(String flavor, String text) {
    double speed = number(text, "speed on " + flavor);
    if (!(speed >= 0) || speed == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "speed on %s is %s; it must be finite and at least 0".formatted(flavor, text));
    }
    return speed;
  }

  /**
   * Reads a number above 0.
   *
   * @param what for messages
   */
  static double positive(String text, String what) {
    double number = number(text, what);
    if (!(number > 0) || number == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "%s is %s; it must be finite and above 0".formatted(what, text));
    }
    return number;
  }

  private static double number(String text, String what) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is \"%s\"; it must be a number".formatted(what, text), e);
    }
  }
}
