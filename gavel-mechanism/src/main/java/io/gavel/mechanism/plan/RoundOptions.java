package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;

/**
 * The options of the round-based mechanism. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 * @param maxFailures the number of consecutive failures without progress after which a job is given
 *     up, at least 1; {@link Integer#MAX_VALUE} for never
 * @param overhead the overhead of moving, preempting or restarting a job, unless an event sets
 *     another for the job
 * @param patienceRounds how much lag a move must gain: where a group runs, it counts as this much
 *     further behind than it is, and it may run ahead of its fraction by this much; in rounds,
 *     finite and {@code >= 0}. With 0, rounds follow the allocation as closely as they can
 * @param minRunSeconds how long a lease runs at least before a plan may end it, over all its
 *     extensions, finite and {@code >= 0}
 * @param mayExceedLimits whether allocations under limits are accepted, which rounds keep on
 *     average only: at a moment, more workers of a quota may run than its limit allows, because
 *     rounds know fractions of time and not the rows of the problem. Without it, such an allocation
 *     is refused
 */
public record RoundOptions(
    double roundSeconds,
    int maxFailures,
    Overhead overhead,
    double patienceRounds,
    double minRunSeconds,
    boolean mayExceedLimits) {

  /** The limit in the original Gavel code. */
  private static final int DEFAULT_FAILURES = 5;

  /**
   * Checks the numbers.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param maxFailures at least 1
   * @param overhead the overhead of jobs for which no event sets another
   * @param patienceRounds finite and {@code >= 0}
   * @param minRunSeconds finite and {@code >= 0}
   * @param mayExceedLimits whether rounds may exceed limits
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public RoundOptions {
    if (!(roundSeconds > 0) || roundSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "length of a round is %s seconds; it must be finite and > 0".formatted(roundSeconds));
    }
    if (maxFailures < 1) {
      throw new IllegalArgumentException(
          "limit of failures of a job is %s; it must be at least 1".formatted(maxFailures));
    }
    Require.nonNegative(patienceRounds, "patience in rounds");
    Require.duration(minRunSeconds, "minimum run time of a lease");
  }

  /**
   * Creates options without patience and without a minimum run time, which accept no limits.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param maxFailures at least 1
   * @param overhead the overhead of jobs for which no event sets another
   */
  public RoundOptions(double roundSeconds, int maxFailures, Overhead overhead) {
    this(roundSeconds, maxFailures, overhead, 0, 0, false);
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
    return new RoundOptions(
        roundSeconds, other, overhead, patienceRounds, minRunSeconds, mayExceedLimits);
  }

  /**
   * Returns these options with another overhead.
   *
   * @param other the overhead of jobs for which no event sets another
   * @return new options
   */
  public RoundOptions withOverhead(Overhead other) {
    return new RoundOptions(
        roundSeconds, maxFailures, other, patienceRounds, minRunSeconds, mayExceedLimits);
  }

  /**
   * Returns these options with another patience.
   *
   * @param rounds finite and {@code >= 0}
   * @return new options
   * @throws IllegalArgumentException if the number is out of range
   */
  public RoundOptions withPatience(double rounds) {
    return new RoundOptions(
        roundSeconds, maxFailures, overhead, rounds, minRunSeconds, mayExceedLimits);
  }

  /**
   * Returns these options with another minimum run time of leases.
   *
   * @param seconds finite and {@code >= 0}
   * @return new options
   * @throws IllegalArgumentException if the time is out of range
   */
  public RoundOptions withMinRunSeconds(double seconds) {
    return new RoundOptions(
        roundSeconds, maxFailures, overhead, patienceRounds, seconds, mayExceedLimits);
  }

  /**
   * Returns these options for rounds that may exceed limits. Use them if keeping a limit on average
   * is enough.
   *
   * @return new options with {@link #mayExceedLimits}
   */
  public RoundOptions exceedingLimits() {
    return new RoundOptions(
        roundSeconds, maxFailures, overhead, patienceRounds, minRunSeconds, true);
  }
}
