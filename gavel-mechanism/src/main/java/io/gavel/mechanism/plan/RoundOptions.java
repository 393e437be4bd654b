package io.gavel.mechanism.plan;

/**
 * How the mechanism works. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 * @param maxFailures after how many failures in a row without progress a job is given up, at least
 *     1; {@link Integer#MAX_VALUE} for never
 * @param overhead of moving, preempting or restarting a job of which nothing else is known
 */
public record RoundOptions(double roundSeconds, int maxFailures, Overhead overhead) {

  /** The limit in Gavel's program. */
  private static final int DEFAULT_FAILURES = 5;

  /**
   * Checks the numbers.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param maxFailures at least 1
   * @param overhead of a job of which nothing else is known
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public RoundOptions {
    if (!(roundSeconds > 0) || roundSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "length of a round is %s seconds; it must be finite and > 0".formatted(roundSeconds));
    }
    if (maxFailures < 1) {
      throw new IllegalArgumentException(
          "failures after which a job is given up are %d; there must be at least 1"
              .formatted(maxFailures));
    }
  }

  /**
   * Jobs are given up after 5 failures; moving them costs nothing.
   *
   * @param roundSeconds finite and {@code > 0}
   */
  public RoundOptions(double roundSeconds) {
    this(roundSeconds, DEFAULT_FAILURES, Overhead.none());
  }

  /**
   * Rounds of six minutes, as in Gavel §7.
   *
   * @return 360 seconds
   */
  public static RoundOptions defaults() {
    return new RoundOptions(360);
  }

  /**
   * The same with another number of failures.
   *
   * @param other after how many in a row a job is given up, at least 1
   * @return new options
   * @throws IllegalArgumentException if it is less
   */
  public RoundOptions withMaxFailures(int other) {
    return new RoundOptions(roundSeconds, other, overhead);
  }

  /**
   * The same with another overhead.
   *
   * @param other of a job of which nothing else is known
   * @return new options
   */
  public RoundOptions withOverhead(Overhead other) {
    return new RoundOptions(roundSeconds, maxFailures, other);
  }
}
