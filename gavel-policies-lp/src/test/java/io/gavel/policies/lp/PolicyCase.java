package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.Problems.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A policy of a {@link PolicyMatrix}.
 *
 * @param name for failures
 * @param policy immutable
 * @param traits decide which relations bind the policy, and how close its answers are
 * @param adaptation makes a problem that the policy takes: some know no pairs, gangs or trees
 */
public record PolicyCase(
    String name,
    Policy policy,
    Set<Trait> traits,
    BiFunction<AllocationProblem, Random, AllocationProblem> adaptation) {

  /** A property of a policy. */
  public enum Trait {
    /**
     * Keeps its claims, forbidden types and constraints, but no other relation, and its objective
     * may be below the bound: gangs run in whole rounds, by history and lease.
     */
    SCHEDULER,
    /** Earlier jobs come first, in a tree or in a draw. */
    BY_ARRIVAL,
    /** Ties are broken by the index of a job or type. */
    TIES_BY_INDEX,
    /** A type is drawn by its index. */
    DRAWS_TYPES,
    /** Jobs run all the time or not at all. */
    WHOLE_JOBS,
    /** Fractions follow from a formula or a queue; constraints are refused. */
    FORMULA,
    /** Some constraints are refused. */
    MAY_REFUSE,
    /** The objective is proved to be the best. */
    OPTIMAL,
    /** The objective is minimised. */
    MINIMISES,
    /** The objective is a sum of logarithms, measured against the sum of weights. */
    LOGARITHMIC,
    /** The objective counts steps, so that their unit matters; there may be deadlines. */
    COUNTS_STEPS,
    /** The objective counts steps per unit of money. */
    PER_MONEY,
    /** The objective is a level per worker. */
    PER_WORKER,
    /** Jobs are served one after the other; slack of earlier ones multiplies. */
    ONE_AFTER_ANOTHER,
    /** Throughputs are unique. */
    UNIQUE,
    /** The objective is measured by a yardstick that another worker does not change. */
    FIXED_YARDSTICK,
    /** Pairs and configurations never worsen the objective. */
    GAINS_BY_WAYS
  }

  /**
   * A policy that takes any problem.
   *
   * @param name for failures
   * @param policy immutable
   * @param traits of the policy
   * @return the case
   */
  public static PolicyCase of(String name, Policy policy, Trait... traits) {
    Set<Trait> all = EnumSet.noneOf(Trait.class);
    all.addAll(List.of(traits));
    return new PolicyCase(name, policy, all, (problem, random) -> problem);
  }

  /**
   * The case with problems that the policy takes.
   *
   * @param other makes them from random ones
   * @return a copy
   */
  public PolicyCase adapted(BiFunction<AllocationProblem, Random, AllocationProblem> other) {
    return new PolicyCase(name, policy, traits, other);
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  /** A small problem with everything that the policy needs. */
  AllocationProblem problem(Random random, Kind kind) {
    return adaptation.apply(Problems.complete(random, kind), random);
  }

  /** How far objectives of equivalent problems may be apart. */
  double tolerance(double objective, AllocationProblem problem) {
    double weights = problem.jobs().stream().mapToDouble(job -> job.weight()).sum();
    double scale = is(Trait.LOGARITHMIC) ? weights : Math.abs(objective);
    return (is(Trait.ONE_AFTER_ANOTHER) ? 1e-5 : 2e-6) * scale;
  }

  @Override
  public String toString() {
    return name;
  }
}
