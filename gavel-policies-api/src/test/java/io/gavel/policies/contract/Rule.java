package io.gavel.policies.contract;

import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import java.util.Locale;
import java.util.Optional;

/**
 * The numbered rules of a policy. The first six bind every policy; the others bind policies that
 * {@linkplain io.gavel.policies.Policy#claims claim} them. Numbers never change; new rules get new
 * numbers.
 */
public enum Rule {
  /** The answer belongs to the given problem. */
  SHAPE(1, null),
  /**
   * Throughputs, times and busy workers are the sums that follow from the allocation's fractions.
   */
  SUMS(2, null),
  /** Every fraction of time is a number from 0 to 1. */
  FRACTIONS(3, Invariant.FRACTIONS),
  /** No job runs longer than all of its time, exactly. */
  TIME(4, Invariant.TIME),
  /** No pool has more busy workers than workers, exactly. */
  CAPACITY(5, Invariant.CAPACITY),
  /** Called again, also after another problem, the policy gives the same answer bit for bit. */
  DETERMINISM(6, Invariant.DETERMINISM),
  /** No time where the group cannot run; binds if claimed. */
  USEFUL_TIME(7, Invariant.USEFUL_TIME),
  /**
   * A job that can run nowhere gets no time and does not change the objective; binds if claimed.
   */
  SET_ASIDE(8, Invariant.SET_ASIDE),
  /** The certificate says what it proves, and an exact check confirms it. */
  PROVED(9, Invariant.PROVED),
  /** Every job that can run alone makes progress. */
  PROGRESS(10, Invariant.PROGRESS),
  /** No worker idles while a job with time left could use it. */
  WORK_CONSERVATION(11, Invariant.WORK_CONSERVATION),
  /** No job can have more throughput without loss for another. */
  PARETO_EFFICIENCY(12, Invariant.PARETO_EFFICIENCY),
  /** Every job has at least the throughput of its isolated share. */
  SHARING_INCENTIVE(13, Invariant.SHARING_INCENTIVE),
  /** Every job has at least its share by weight of the throughput it would have alone. */
  PROPORTIONALITY(14, Invariant.PROPORTIONALITY),
  /** No job would have more throughput with another job's workers. */
  ENVY_FREENESS(15, Invariant.ENVY_FREENESS),
  /** Jobs that are alike have equal throughputs. */
  EQUAL_TREATMENT(16, Invariant.EQUAL_TREATMENT),
  /** Counting a job's steps in units of 1,024 changes no fraction of time. */
  UNIT_INVARIANCE(17, Invariant.UNIT_INVARIANCE),
  /** The order of the jobs does not change any throughput. */
  ORDER_INVARIANCE(18, Invariant.ORDER_INVARIANCE),
  /** Later arrivals change nothing for earlier ones. */
  ARRIVAL_PRIORITY(19, Invariant.ARRIVAL_PRIORITY),
  /** One more worker does not lower any job's throughput. */
  RESOURCE_MONOTONICITY(20, Invariant.RESOURCE_MONOTONICITY),
  /** The departure of a job does not lower any other job's throughput. */
  POPULATION_MONOTONICITY(21, Invariant.POPULATION_MONOTONICITY),
  /** Twice the weight does not lower a job's throughput. */
  WEIGHT_MONOTONICITY(22, Invariant.WEIGHT_MONOTONICITY),
  /** Twice the speed on one type does not lower a job's throughput. */
  SPEED_MONOTONICITY(23, Invariant.SPEED_MONOTONICITY),
  /** No job gains by reporting false throughputs. */
  STRATEGY_PROOFNESS(24, Invariant.STRATEGY_PROOFNESS),
  /** Every constraint of the problem holds; binds if claimed. */
  CONSTRAINTS(25, Invariant.CONSTRAINTS);

  private final int number;
  private final Invariant invariant;

  Rule(int number, Invariant invariant) {
    this.number = number;
    this.invariant = invariant;
  }

  /**
   * The invariant that the rule checks.
   *
   * @return the invariant; empty if the rule is about the form of an answer
   */
  public Optional<Invariant> invariant() {
    return Optional.ofNullable(invariant);
  }

  /**
   * Whether the rule binds a policy on any problem.
   *
   * @param claims of the policy
   * @return true for the first six rules and for rules that are claimed, with or without conditions
   */
  public boolean binds(Claims claims) {
    return number <= 6 || claims.invariants().contains(invariant);
  }

  @Override
  public String toString() {
    return "rule %s (%s)"
        .formatted(number, invariant == null ? name().toLowerCase(Locale.ROOT) : invariant);
  }
}
