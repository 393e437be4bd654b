package io.gavel.mechanism.plan;

import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of the round-based mechanism. Immutable.
 *
 * @param roundSeconds the length of a round, finite and {@code > 0}
 * @param maxFailures the number of consecutive failures without progress after which a job is given
 *     up, at least 1; {@link Integer#MAX_VALUE} for never
 * @param overhead the overhead of moving, preempting or restarting a job, unless an event sets
 *     another for the job
 * @param patienceRounds the lag that a move must gain: where a group runs, this number of rounds is
 *     added to its lag, and it may run ahead of its fraction by this number of rounds; in rounds,
 *     finite and {@code >= 0}. With 0, rounds follow the allocation as closely as they can
 * @param minRunSeconds how long a lease runs at least before a plan may end it, over all its
 *     extensions, finite and {@code >= 0}. Where a gang that is far behind waits for leases to have
 *     run that long, no lease begins that would keep a worker beyond the round
 * @param ignored names of constraints that rounds need not keep at each moment, though they are to
 *     hold then
 * @param backfillLimits what the leases of back-fill together keep at each moment, in addition to
 *     the constraints of the problem; each {@code <=} without negative coefficients
 */
public record RoundOptions(
    double roundSeconds,
    int maxFailures,
    Overhead overhead,
    double patienceRounds,
    double minRunSeconds,
    Set<String> ignored,
    List<Constraint> backfillLimits) {

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
   * @param ignored names of constraints; copied in order
   * @param backfillLimits with different names; copied
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
    ignored = Collections.unmodifiableSortedSet(new TreeSet<>(ignored));
    backfillLimits = new ConstraintSet(backfillLimits, List.of()).constraints();
  }

  /**
   * Creates options without patience and without a minimum run time, with unlimited back-fill.
   *
   * @param roundSeconds finite and {@code > 0}
   * @param maxFailures at least 1
   * @param overhead the overhead of jobs for which no event sets another
   */
  public RoundOptions(double roundSeconds, int maxFailures, Overhead overhead) {
    this(roundSeconds, maxFailures, overhead, 0, 0, Set.of(), List.of());
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
   * Returns options with rounds of six minutes, as in Gavel §7.
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
        roundSeconds, other, overhead, patienceRounds, minRunSeconds, ignored, backfillLimits);
  }

  /**
   * Returns these options with another overhead.
   *
   * @param other the overhead of jobs for which no event sets another
   * @return new options
   */
  public RoundOptions withOverhead(Overhead other) {
    return new RoundOptions(
        roundSeconds, maxFailures, other, patienceRounds, minRunSeconds, ignored, backfillLimits);
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
        roundSeconds, maxFailures, overhead, rounds, minRunSeconds, ignored, backfillLimits);
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
        roundSeconds, maxFailures, overhead, patienceRounds, seconds, ignored, backfillLimits);
  }

  /**
   * Returns these options for rounds that need not keep a constraint at each moment. The fractions
   * of an allocation keep it on average.
   *
   * @param constraint the name of a constraint, or of a rule of a quota such as {@code
   *     limit:red:v100}; problems need not have it
   * @return new options
   */
  public RoundOptions ignoring(String constraint) {
    Set<String> more = new TreeSet<>(ignored);
    more.add(Require.name(constraint, "name of a constraint that rounds ignore"));
    return new RoundOptions(
        roundSeconds, maxFailures, overhead, patienceRounds, minRunSeconds, more, backfillLimits);
  }

  /**
   * Returns these options without back-fill: only jobs that are owed time have leases, and other
   * workers idle.
   *
   * @return new options
   */
  public RoundOptions withoutBackfill() {
    return limitingBackfill(Constraint.named("back-fill").that(LinearForm.workers()).atMost(0));
  }

  /**
   * Returns these options with one more limit on back-fill, for example on the workers that the
   * jobs of an entity may hold by back-fill at the same time.
   *
   * <pre>{@code
   * options.limitingBackfill(
   *     Constraint.named("back-fill of red").that(LinearForm.workers().ofEntity("red")).atMost(2));
   * }</pre>
   *
   * @param limit a constraint that states at most, without negative coefficients; all jobs,
   *     entities and types that it names must be in every problem
   * @return new options
   * @throws IllegalArgumentException if another limit on back-fill has its name
   */
  public RoundOptions limitingBackfill(Constraint limit) {
    List<Constraint> more = new ArrayList<>(backfillLimits);
    more.add(limit);
    return new RoundOptions(
        roundSeconds, maxFailures, overhead, patienceRounds, minRunSeconds, ignored, more);
  }
}
