package io.gavel.policies.contract;

import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import java.util.Locale;
import java.util.Optional;

/**
 * The numbered rules of a policy. The first eight bind every policy; the others, and the last two
 * of the eight, bind those that {@linkplain io.gavel.policies.Policy#claims claim} them. Numbers
 * stay as they are; new rules get new ones.
 */
public enum Rule {
  /** The answer is one to the problem that was asked. */
  SHAPE(1, null),
  /** Throughputs, times and busy workers are the sums that the allocation's fractions make. */
  SUMS(2, null),
  /** Every fraction of time is a number from 0 to 1. */
  FRACTIONS(3, Invariant.FRACTIONS),
  /** Nobody runs longer than all of its time, exactly. */
  TIME(4, Invariant.TIME),
  /** No pool has more workers busy than it has, exactly. */
  CAPACITY(5, Invariant.CAPACITY),
  /** Asked again, also after another problem, the policy answers the same bits. */
  DETERMINISM(6, Invariant.DETERMINISM),
  /** No time where the group cannot run; binds if claimed. */
  USEFUL_TIME(7, Invariant.USEFUL_TIME),
  /** A job that can run nowhere gets nothing and leaves the objective; binds if claimed. */
  SET_ASIDE(8, Invariant.SET_ASIDE),
  /** The certificate's bound meets its objective. */
  PROVED(9, Invariant.PROVED),
  /** Every job that can run alone makes progress. */
  PROGRESS(10, Invariant.PROGRESS),
  /** No worker idles that a job with time left could use. */
  WORK_CONSERVATION(11, Invariant.WORK_CONSERVATION),
  /** Nobody can have more at nobody's cost. */
  PARETO_EFFICIENCY(12, Invariant.PARETO_EFFICIENCY),
  /** Nobody has less than its isolated share would make. */
  SHARING_INCENTIVE(13, Invariant.SHARING_INCENTIVE),
  /** Everybody has its part by weight of being alone. */
  PROPORTIONALITY(14, Invariant.PROPORTIONALITY),
  /** Nobody would make more of another's workers. */
  ENVY_FREENESS(15, Invariant.ENVY_FREENESS),
  /** Jobs that are alike have equal throughputs. */
  EQUAL_TREATMENT(16, Invariant.EQUAL_TREATMENT),
  /** Counting a job's steps in units of 1,024 changes nobody's time. */
  UNIT_INVARIANCE(17, Invariant.UNIT_INVARIANCE),
  /** The order of the jobs changes nobody's throughput. */
  ORDER_INVARIANCE(18, Invariant.ORDER_INVARIANCE),
  /** Later arrivals change nothing for earlier ones. */
  ARRIVAL_PRIORITY(19, Invariant.ARRIVAL_PRIORITY),
  /** One more worker lowers nobody's throughput. */
  RESOURCE_MONOTONICITY(20, Invariant.RESOURCE_MONOTONICITY),
  /** A job that leaves lowers nobody else's throughput. */
  POPULATION_MONOTONICITY(21, Invariant.POPULATION_MONOTONICITY),
  /** Twice the weight does not lower a job's throughput. */
  WEIGHT_MONOTONICITY(22, Invariant.WEIGHT_MONOTONICITY),
  /** Twice the speed on one type does not lower a job's throughput. */
  SPEED_MONOTONICITY(23, Invariant.SPEED_MONOTONICITY),
  /** Nobody gains by reporting other throughputs. */
  STRATEGY_PROOFNESS(24, Invariant.STRATEGY_PROOFNESS);

  private final int number;
  private final Invariant invariant;

  Rule(int number, Invariant invariant) {
    this.number = number;
    this.invariant = invariant;
  }

  /**
   * What the rule is about.
   *
   * @return the invariant; nothing if the rule is about the form of an answer
   */
  public Optional<Invariant> invariant() {
    return Optional.ofNullable(invariant);
  }

  /**
   * Whether the rule binds a policy at all.
   *
   * @param claims of the policy
   * @return true for the first six rules and for what is claimed on some problems
   */
  public boolean binds(Claims claims) {
    return number <= 6 || claims.invariants().contains(invariant);
  }

  @Override
  public String toString() {
    return "rule %d (%s)"
        .formatted(number, invariant == null ? name().toLowerCase(Locale.ROOT) : invariant);
  }
}
