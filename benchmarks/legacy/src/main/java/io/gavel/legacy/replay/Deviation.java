package io.gavel.legacy.replay;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The largest difference found so far and its place. Mutable. */
public final class Deviation {

  private double largest;
  private String place = "";
  private int round;

  Deviation() {}

  /** Sets the round of the differences that follow. */
  void enter(int newRound) {
    round = newRound;
  }

  /** Compares two numbers. */
  void compare(String what, double recorded, double ours) {
    note(Math.abs(recorded - ours), what, recorded, ours);
  }

  /** Compares two values that must be equal; a difference counts as infinite. */
  void same(String what, Object recorded, Object ours) {
    note(Objects.equals(recorded, ours) ? 0 : Double.POSITIVE_INFINITY, what, recorded, ours);
  }

  /** Compares two maps of numbers, which must have equal keys. */
  void compare(String what, Map<String, Double> recorded, Map<String, Double> ours) {
    same(what + ": keys", recorded.keySet(), ours.keySet());
    recorded.forEach(
        (key, value) ->
            compare(what + " of " + key, value, ours.getOrDefault(key, Double.POSITIVE_INFINITY)));
  }

  private void note(double difference, String what, Object recorded, Object ours) {
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
