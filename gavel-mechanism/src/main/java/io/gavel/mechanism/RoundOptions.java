package io.gavel.mechanism;

/**
 * How the mechanism works. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 * @param method by which formulas rounds are planned
 */
public record RoundOptions(double roundSeconds, Method method) {

  /**
   * Checks the length.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param method by which formulas rounds are planned
   * @throws IllegalArgumentException if the length is out of range
   */
  public RoundOptions {
    if (!(roundSeconds > 0) || roundSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "length of a round is %s seconds; it must be finite and > 0".formatted(roundSeconds));
    }
  }

  /**
   * Rounds planned by {@link Method#FAIR}.
   *
   * @param roundSeconds finite and {@code > 0}
   */
  public RoundOptions(double roundSeconds) {
    this(roundSeconds, Method.FAIR);
  }

  /**
   * Rounds of six minutes, as in Gavel §7.
   *
   * @return 360 seconds, {@link Method#FAIR}
   */
  public static RoundOptions defaults() {
    return new RoundOptions(360);
  }

  /**
   * The same with other formulas.
   *
   * @param other by which formulas rounds are planned
   * @return new options
   */
  public RoundOptions withMethod(Method other) {
    return new RoundOptions(roundSeconds, other);
  }
}
