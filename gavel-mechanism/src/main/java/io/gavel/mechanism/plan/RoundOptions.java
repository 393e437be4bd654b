package io.gavel.mechanism.plan;

/**
 * The options of the round-based mechanism. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 * @param maxFailures the number of failures in a row without progress after which a job is given
 *     up, at least 1; {@link Integer#MAX_VALUE} for never
 * @param overhead the overhead of moving, preempting or restarting a job, unless an event sets
 *     another for the job
 */
public record RoundOptions(double roundSeconds, int maxFailures, Overhead overhead) {

  /** The limit in the original Gavel code. */
  private static final int DEFAULT_FAILURES = 5;

  /**
   * Checks the numbers.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param maxFailures at least 1
   * @param overhead the overhead of jobs for which no event sets another
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public RoundOptions {
    if (!(roundSeconds > 0) || roundSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "length of a round is %s seconds; it must be finite and > 0".formatted(roundSeconds));
    }
    if (maxFailures < 1) {
      throw new IllegalArgumentException(
          "limit of failures of a job is %d; it must be at least 1".formatted(maxFailures));
    }
  }

  /**
   * Creates options with a limit of 5 failures and without overhead.
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
   * Returns these options with another limit of failures.
   *
   * @param other the number of failures in a row after which a job is given up, at least 1
   * @return new options
   * @throws IllegalArgumentException if the number is less than 1
   */
  public RoundOptions withMaxFailures(int other) {
    return new RoundOptions(roundSeconds, other, overhead);
  }

  /**
   * Returns these options with another overhead.
   *
   * @param other the overhead of jobs for which no event sets another
   * @return new options
   */
  public RoundOptions withOverhead(Overhead other) {
    return new RoundOptions(roundSeconds, maxFailures, other);
  }
}
