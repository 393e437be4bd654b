package io.gavel.catalog;

import io.gavel.experiment.PolicyChoice;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.catalog.Policies;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A policy that the command line knows. Immutable.
 *
 * @param key its name, as under {@code expected} in the problem files
 * @param description one line for people
 * @param needs what a problem must have for the policy to make sense
 * @param policy makes the policy, given the problem's reference type
 * @param report reads the figures from problem and answer
 * @param withoutDemands what answers in place of the policy, beside the report that the demands are
 *     infeasible
 */
public record PolicyEntry(
    String key,
    String description,
    Set<Need> needs,
    Function<OptionalInt, Policy> policy,
    BiFunction<AllocationProblem, Allocation, PolicyResult> report,
    Optional<Policy> withoutDemands) {

  /** What a problem may lack. */
  public enum Need {
    PAIRS("pairs"),
    SLOS("a job with an SLO"),
    ENTITIES("entities"),
    REFERENCE_TYPE("a reference type"),
    SINGLE_WORKERS("scale factors that are all 1");

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
        case SINGLE_WORKERS ->
            file.problem().jobs().stream().allMatch(job -> job.scaleFactor() == 1);
      };
    }
  }

  /** An entry that needs nothing and reports effective throughputs. */
  public static PolicyEntry of(
      String key, String description, Function<OptionalInt, Policy> policy) {
    return new PolicyEntry(
        key, description, Set.of(), policy, PolicyResult::effective, Optional.empty());
  }

  /** An entry for a policy of the library by its name there. */
  static PolicyEntry named(String name, String description) {
    return of(name, description, reference -> Policies.named(name));
  }

  /** The same entry with one more need. A policy that needs pairs is given them; no other is. */
  PolicyEntry needing(Need need) {
    Set<Need> more = new LinkedHashSet<>(needs);
    more.add(need);
    return new PolicyEntry(key, description, more, policy, report, withoutDemands);
  }

  /** The same entry with other figures. */
  PolicyEntry reporting(BiFunction<AllocationProblem, Allocation, PolicyResult> otherReport) {
    return new PolicyEntry(key, description, needs, policy, otherReport, withoutDemands);
  }

  /** The same entry, which shows this answer beside the error where demands cannot be met. */
  PolicyEntry elseShowing(Policy other) {
    return new PolicyEntry(key, description, needs, policy, report, Optional.of(other));
  }

  /** Whether the policy lets jobs share workers. */
  public boolean packed() {
    return needs.contains(Need.PAIRS);
  }

  /** The policy as the simulators take it, agnostic ones taking all types for the given one. */
  public PolicyChoice choice(int referenceType) {
    return new PolicyChoice(key, policy.apply(OptionalInt.of(referenceType)), packed());
  }

  /** What the file lacks for this policy; empty if nothing. */
  public Optional<String> lacking(ProblemFile file) {
    return needs.stream()
        .filter(need -> !need.isMetBy(file))
        .findFirst()
        .map(need -> "policy %s needs %s, which the problem lacks".formatted(key, need));
  }

  /** Solves a problem that lacks nothing. */
  public PolicyResult solve(ProblemFile file) {
    return solve(file, policy.apply(file.referenceType()));
  }

  /** What to show of a problem whose demands are infeasible; empty if nothing. */
  public Optional<PolicyResult> solveWithoutDemands(ProblemFile file) {
    return withoutDemands.map(other -> solve(file, other));
  }

  private PolicyResult solve(ProblemFile file, Policy chosen) {
    AllocationProblem problem = packed() ? file.problem() : file.problem().withoutPairs();
    return report.apply(problem, chosen.allocate(problem));
  }
}
