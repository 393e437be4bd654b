package io.gavel.mechanism;

/**
 * How the mechanism works. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 */
public record RoundOptions(double roundSeconds) {

  /**
   * Checks the length.
   *
   * @param roundSeconds finite and {@code > 0}
   * @throws IllegalArgumentException if it is not
   */
  public RoundOptions {
    if (!(roundSeconds > 0) || roundSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "length of a round is %s seconds; it must be finite and > 0".formatted(roundSeconds));
    }
  }

  /**
   * Rounds of six minutes, as in Gavel §7.
   *
   * @return 360 seconds
   */
  public static RoundOptions defaults() {
    return new RoundOptions(360);
  }
}
