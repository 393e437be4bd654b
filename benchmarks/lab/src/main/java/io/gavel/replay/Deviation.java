package io.gavel.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the largest difference between two records and its place. Mutable. */
public final class Deviation {

  private double largest;
  private String place = "";
  private int round;

  Deviation() {}

  /** Sets the round of the differences that follow. */
  void enter(int newRound) {
    round = newRound;
  }

  /**
   * Compares two values. Decimal numbers deviate by their difference, all other values by infinity
   * unless they are equal.
   */
  void compare(String what, JsonNode recorded, JsonNode ours) {
    if (recorded.isDouble() && ours.isDouble()) {
      note(Math.abs(recorded.doubleValue() - ours.doubleValue()), what, recorded, ours);
    } else if (recorded.isObject() && ours.isObject() && names(recorded).equals(names(ours))) {
      for (Map.Entry<String, JsonNode> member : recorded.properties()) {
        String key = member.getKey();
        compare("%s %s".formatted(what, key).strip(), member.getValue(), ours.path(key));
      }
    } else if (recorded.isArray() && ours.isArray() && recorded.size() == ours.size()) {
      for (int i = 0; i < recorded.size(); i++) {
        compare(what, recorded.get(i), ours.get(i));
      }
    } else {
      note(recorded.equals(ours) ? 0 : Double.POSITIVE_INFINITY, what, recorded, ours);
    }
  }

  private static Set<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  private void note(double difference, String what, JsonNode recorded, JsonNode ours) {
    if (!(difference <= largest)) {
      largest = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
      place =
          String.format(
              Locale.ROOT, "round %s, %s: recorded %s, here %s", round, what, recorded, ours);
    }
  }

  /**
   * Returns the largest difference.
   *
   * @return at least 0; infinite for missing or unexpected entries
   */
  public double largest() {
    return largest;
  }

  /**
   * Returns the place of the largest difference.
   *
   * @return one line; empty if there is none
   */
  public String place() {
    return place;
  }
}
