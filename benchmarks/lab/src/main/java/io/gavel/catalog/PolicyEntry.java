package io.gavel.catalog;

import io.gavel.experiment.PolicyChoice;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.lp.program.LeastCost;
import io.gavel.workload.InvalidInputException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A policy of the command line. Immutable.
 *
 * @param key its name, as under {@code expected} in the problem files
 * @param description a one-line description
 * @param needs the data that a problem must have for the policy
 * @param policy creates the policy for the problem's reference type
 * @param report computes the figures from problem and allocation
 * @param withoutDemands the policy whose allocation is shown in addition to the error if the
 *     demands are infeasible
 */
public record PolicyEntry(
    String key,
    String description,
    Set<Need> needs,
    Function<OptionalInt, Policy> policy,
    BiFunction<AllocationProblem, Allocation, PolicyResult> report,
    Optional<Policy> withoutDemands) {

  /** Data that a problem may lack. */
  public enum Need {
    PAIRS("pairs"),
    SLOS("a job with an SLO"),
    ENTITIES("entities"),
    REFERENCE_TYPE("a reference type"),
    PURCHASABLE("purchasable workers"),
    SINGLE_WORKERS("scale factors that are all 1"),
    RIGID_JOBS("jobs without configurations");

    private final String words;

    Need(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }

    private boolean isMetBy(ProblemFile file) {
      return switch (this) {
        case PAIRS -> !file.pairRows().isEmpty();
        case SLOS -> file.problem().jobs().stream().anyMatch(job -> job.sloSeconds().isPresent());
        case ENTITIES -> !file.problem().entities().isEmpty();
        case REFERENCE_TYPE -> file.referenceType().isPresent();
        case PURCHASABLE -> !file.purchasables().isEmpty();
        case SINGLE_WORKERS ->
            file.problem().jobs().stream().allMatch(job -> job.scaleFactor() == 1);
        case RIGID_JOBS -> file.problem().configurationCount() == 0;
      };
    }
  }

  /** Creates an entry without needs that reports effective throughputs. */
  public static PolicyEntry of(
      String key, String description, Function<OptionalInt, Policy> policy) {
    return new PolicyEntry(
        key, description, Set.of(), policy, PolicyResult::effective, Optional.empty());
  }

  /** Returns a copy with one more need. Only policies that need pairs receive them. */
  PolicyEntry needing(Need need) {
    Set<Need> more = new LinkedHashSet<>(needs);
    more.add(need);
    return new PolicyEntry(key, description, more, policy, report, withoutDemands);
  }

  /** Returns a copy with other figures. */
  PolicyEntry reporting(BiFunction<AllocationProblem, Allocation, PolicyResult> otherReport) {
    return new PolicyEntry(key, description, needs, policy, otherReport, withoutDemands);
  }

  /** Returns a copy that shows this policy's allocation if the demands are infeasible. */
  PolicyEntry elseShowing(Policy other) {
    return new PolicyEntry(key, description, needs, policy, report, Optional.of(other));
  }

  /** Returns whether the policy lets jobs share workers. */
  public boolean packed() {
    return needs.contains(Need.PAIRS);
  }

  /**
   * Returns the policy for simulators; agnostic policies consider all types equal to the given one.
   */
  public PolicyChoice choice(int referenceType) {
    return new PolicyChoice(key, policy.apply(OptionalInt.of(referenceType)), packed());
  }

  /** Describes missing data of the file for this policy; empty if none is missing. */
  public Optional<String> lacking(ProblemFile file) {
    return needs.stream()
        .filter(need -> !need.isMetBy(file))
        .findFirst()
        .map(need -> "policy %s needs %s, which the problem lacks".formatted(key, need));
  }

  /** Returns whether the policy claims to prove its objective. */
  public boolean claimsProof(ProblemFile file) {
    return policyFor(file).claims().invariants().contains(Invariant.PROVED);
  }

  /** Solves a problem that has all needed data. */
  public PolicyResult solve(ProblemFile file) {
    Policy chosen = policyFor(file);
    return chosen instanceof LeastCost cost
        ? PolicyResult.purchase(
            file.problem(),
            cost.buying(file.purchasables()).purchase(file.problem().withoutPairs()))
        : solve(file, chosen);
  }

  /**
   * Solves a problem.
   *
   * @throws InvalidInputException if it lacks data that the policy needs, or has parts that the
   *     policy does not support
   */
  public PolicyResult solveOrRefuse(ProblemFile file) {
    lacking(file)
        .ifPresent(
            what -> {
              throw new InvalidInputException("%s: %s".formatted(file.name(), what));
            });
    try {
      return solve(file);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("%s: %s: %s".formatted(file.name(), key(), e.getMessage()));
    }
  }

  /** Solves a problem without its infeasible demands; empty if the entry does not support it. */
  public Optional<PolicyResult> solveWithoutDemands(ProblemFile file) {
    return withoutDemands.map(other -> solve(file, other));
  }

  private PolicyResult solve(ProblemFile file, Policy chosen) {
    AllocationProblem problem = problem(file);
    return report.apply(problem, chosen.allocate(problem));
  }

  /** Returns the problem as the policy gets it: with pairs only if it needs them. */
  public AllocationProblem problem(ProblemFile file) {
    return packed() ? file.problem() : file.problem().withoutPairs();
  }

  /** Returns the policy for the reference type of a problem. */
  public Policy policyFor(ProblemFile file) {
    return policy.apply(file.referenceType());
  }
}
