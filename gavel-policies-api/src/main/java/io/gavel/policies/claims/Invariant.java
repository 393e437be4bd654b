package io.gavel.policies.claims;

/**
 * What one may want to hold of an allocation, or of a policy's answers to related problems.
 *
 * <p>An {@linkplain #isOfAllocation invariant of an allocation} is judged by looking at one answer,
 * whoever gave it; the others compare answers of one policy. Which of them a policy promises, and
 * on which problems, its {@link io.gavel.policies.Policy#claims} say.
 */
public enum Invariant {
  /** Every fraction of time is a number from 0 to 1. */
  FRACTIONS("fractions", true),
  /** The groups that contain a job sum to at most 1 over all worker types. */
  TIME("time", true),
  /** No pool has more workers busy than it has. */
  CAPACITY("capacity", true),
  /** No time where the group cannot run. */
  USEFUL_TIME("useful time", true),
  /** The certificate's bound meets its objective, and the prices fit the problem. */
  PROVED("proved", true),
  /** Every job that can run alone makes progress. */
  PROGRESS("progress", true),
  /** No worker idles on which a group could run all of whose members have time left. */
  WORK_CONSERVATION("work conservation", true),
  /** No allocation gives somebody more throughput and nobody less. */
  PARETO_EFFICIENCY("Pareto efficiency", true),
  /** Nobody has less than its isolated share, the n-th part of each pool, would make. */
  SHARING_INCENTIVE("sharing incentive", true),
  /** Everybody has its part by weight of what it would make if it were alone in the cluster. */
  PROPORTIONALITY("proportionality", true),
  /** Nobody would make more of the workers that another holds, weight for weight. */
  ENVY_FREENESS("envy-freeness", true),
  /** Jobs that differ only in their ids have equal throughputs. */
  EQUAL_TREATMENT("equal treatment", true),

  /** Equal problems have equal answers, bit for bit. */
  DETERMINISM("determinism", false),
  /** A job that can run nowhere gets nothing and leaves the objective. */
  SET_ASIDE("set aside", false),
  /** Counting the steps of a job in another unit changes nobody's time. */
  UNIT_INVARIANCE("unit invariance", false),
  /** The order in which jobs are listed changes nobody's throughput. */
  ORDER_INVARIANCE("order invariance", false),
  /** Jobs that arrive later change nothing for earlier ones. */
  ARRIVAL_PRIORITY("arrival priority", false),
  /** One more worker lowers nobody's throughput. */
  RESOURCE_MONOTONICITY("resource monotonicity", false),
  /** A job that leaves lowers nobody else's throughput. */
  POPULATION_MONOTONICITY("population monotonicity", false),
  /** More weight does not lower a job's own throughput. */
  WEIGHT_MONOTONICITY("weight monotonicity", false),
  /** A job that becomes faster on one worker type does not lose throughput by it. */
  SPEED_MONOTONICITY("speed monotonicity", false),
  /** Nobody makes more, by its true throughputs, by reporting others. */
  STRATEGY_PROOFNESS("strategy-proofness", false);

  private final String words;
  private final boolean ofAllocation;

  Invariant(String words, boolean ofAllocation) {
    this.words = words;
    this.ofAllocation = ofAllocation;
  }

  /**
   * Whether one allocation is enough to judge.
   *
   * @return false if answers to related problems are compared
   */
  public boolean isOfAllocation() {
    return ofAllocation;
  }

  /** The name in the words of the field. */
  @Override
  public String toString() {
    return words;
  }
}
