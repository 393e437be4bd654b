package io.gavel.policies.claims;

/**
 * A desirable property of an allocation, or of a policy's answers to related problems.
 *
 * <p>An {@linkplain #isOfAllocation invariant of an allocation} can be judged from a single
 * allocation of any scheduler; all other invariants compare answers of one policy. The {@link
 * io.gavel.policies.Policy#claims} of a policy list the invariants that it promises, and for which
 * problems.
 */
public enum Invariant {
  /** Every fraction of time is a number from 0 to 1. */
  FRACTIONS("fractions", true),
  /** The groups that contain a job sum to at most 1 over all worker types. */
  TIME("time", true),
  /** No pool has more busy workers than workers. */
  CAPACITY("capacity", true),
  /** Every constraint of the problem, and every rule of a quota, holds. */
  CONSTRAINTS("constraints", true),
  /** No time where the group cannot run. */
  USEFUL_TIME("useful time", true),
  /**
   * The certificate has a statement, both of its claims hold exactly, and they are close to each
   * other.
   */
  PROVED("proved", true),
  /** Every job that can run alone makes progress. */
  PROGRESS("progress", true),
  /** No worker idles while a group whose members all have time left could run on it. */
  WORK_CONSERVATION("work conservation", true),
  /** No other allocation gives some job more throughput and no job less. */
  PARETO_EFFICIENCY("Pareto efficiency", true),
  /** Every job has at least the throughput of its isolated share, one n-th of each pool. */
  SHARING_INCENTIVE("sharing incentive", true),
  /**
   * Every job has at least its share by weight of the throughput it would have alone in the
   * cluster.
   */
  PROPORTIONALITY("proportionality", true),
  /** No job would have more throughput with the workers of another job, scaled by weight. */
  ENVY_FREENESS("envy-freeness", true),
  /** Jobs that differ only in id have equal throughputs. */
  EQUAL_TREATMENT("equal treatment", true),

  /** Equal problems have equal answers, bit for bit. */
  DETERMINISM("determinism", false),
  /** A job that can run nowhere gets no time and does not change the objective. */
  SET_ASIDE("set aside", false),
  /** Counting the steps of a job in another unit changes no fraction of time. */
  UNIT_INVARIANCE("unit invariance", false),
  /** The order in which jobs are listed does not change any throughput. */
  ORDER_INVARIANCE("order invariance", false),
  /** Jobs that arrive later change nothing for earlier jobs. */
  ARRIVAL_PRIORITY("arrival priority", false),
  /** One more worker does not lower any job's throughput. */
  RESOURCE_MONOTONICITY("resource monotonicity", false),
  /** The departure of a job does not lower any other job's throughput. */
  POPULATION_MONOTONICITY("population monotonicity", false),
  /** More weight does not lower a job's own throughput. */
  WEIGHT_MONOTONICITY("weight monotonicity", false),
  /** A job that becomes faster on one worker type does not lose throughput. */
  SPEED_MONOTONICITY("speed monotonicity", false),
  /** No job gains, in terms of its true throughputs, by reporting false ones. */
  STRATEGY_PROOFNESS("strategy-proofness", false);

  private final String words;
  private final boolean ofAllocation;

  Invariant(String words, boolean ofAllocation) {
    this.words = words;
    this.ofAllocation = ofAllocation;
  }

  /**
   * Returns whether one allocation is enough to judge the invariant.
   *
   * @return false if answers to related problems are compared
   */
  public boolean isOfAllocation() {
    return ofAllocation;
  }

  /**
   * Returns whether a claim of the invariant also applies to problems with constraints. An
   * efficient allocation is then one that cannot be improved without breaking a constraint, and
   * equal jobs are jobs that the constraints treat equally. Most other promises can conflict with a
   * constraint.
   *
   * @return false if a claim is for problems without constraints only
   */
  public boolean isClaimedUnderConstraints() {
    return switch (this) {
      case FRACTIONS, TIME, CAPACITY, CONSTRAINTS, USEFUL_TIME, PROVED -> true;
      case WORK_CONSERVATION, PARETO_EFFICIENCY, EQUAL_TREATMENT -> true;
      case DETERMINISM, SET_ASIDE -> true;
      default -> false;
    };
  }

  /** Returns the usual name of the invariant in the literature. */
  @Override
  public String toString() {
    return words;
  }
}
