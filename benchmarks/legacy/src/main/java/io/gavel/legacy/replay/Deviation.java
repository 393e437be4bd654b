package io.gavel.legacy.replay;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The largest difference found so far, and where. Mutable. */
public final class Deviation {

  private double largest;
  private String place = "";
  private int round;

  Deviation() {}

  /** From now on, differences are of this round. */
  void enter(int newRound) {
    round = newRound;
  }

  /** Two numbers. */
  void compare(String what, double recorded, double ours) {
    note(Math.abs(recorded - ours), what, recorded, ours);
  }

  /** Two things that must be equal; if they are not, no number says how far they are apart. */
  void same(String what, Object recorded, Object ours) {
    note(Objects.equals(recorded, ours) ? 0 : Double.POSITIVE_INFINITY, what, recorded, ours);
  }

  /** Two maps to numbers, which must have the same keys. */
  void compare(String what, Map<String, Double> recorded, Map<String, Double> ours) {
    same(what + ": of whom", recorded.keySet(), ours.keySet());
    recorded.forEach(
        (key, value) ->
            compare(what + " of " + key, value, ours.getOrDefault(key, Double.POSITIVE_INFINITY)));
  }

  private void note(double difference, String what, Object recorded, Object ours) {
    if (!(difference <= largest)) {
      largest = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : difference;
      place =
          String.format(
              Locale.ROOT, "round %d, %s: recorded %s, here %s", round, what, recorded, ours);
    }
  }

  /**
   * The largest difference.
   *
   * @return at least 0; infinite if something was there that should not be, or the reverse
   */
  public double largest() {
    return largest;
  }

  /**
   * Where the largest difference is.
   *
   * @return one line; empty if there is none
   */
  public String place() {
    return place;
  }
}
