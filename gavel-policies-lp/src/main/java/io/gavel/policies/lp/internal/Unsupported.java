package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;

/** Checks that a policy supports a problem. */
public final class Unsupported {

  private static final String BY_TYPE = "pairs by job type";

  private Unsupported() {}

  /**
   * Rejects problems with constraints.
   *
   * @param policy what does not support them, for the message
   * @param why the reason, for the message
   */
  public static void requireNoConstraints(AllocationProblem problem, Policy policy, String why) {
    if (!problem.constraintNames().isEmpty()) {
      problem.requireNoCoGangs(name(policy)); // their rows are constraints that nobody stated
      throw new IllegalArgumentException(
          "%s does not support constraints: %s; the problem has \"%s\""
              .formatted(name(policy), why, problem.constraintNames().get(0)));
    }
  }

  /**
   * Rejects problems with pairs.
   *
   * @param policy what does not support them, for the message
   */
  public static void requireNoPairs(AllocationProblem problem, String policy) {
    boolean byType = !problem.pairsByType().isEmpty();
    if (byType || problem.pairCount() > 0) {
      throw new IllegalArgumentException(
          "the problem has %s; %s does not support space sharing: pass problem.withoutPairs()"
              .formatted(byType ? BY_TYPE : problem.pairCount() + " pairs", policy));
    }
  }

  /**
   * Rejects problems with pairs by job type.
   *
   * @param policy needs a list of pairs
   */
  public static void requireListedPairs(AllocationProblem problem, Policy policy) {
    if (!problem.pairsByType().isEmpty()) {
      throw new IllegalArgumentException(
          "the problem has %s; %s needs them listed: pass problem.withAllPairs()"
              .formatted(BY_TYPE, name(policy)));
    }
  }

  /** Returns the name of a policy without its options. */
  private static String name(Policy policy) {
    return policy.getClass().getSimpleName();
  }

  /**
   * Rejects problems with configurations.
   *
   * @param policy what does not support them, for the message
   * @param why the reason, for the message
   */
  public static void requireNoConfigurations(AllocationProblem problem, String policy, String why) {
    if (problem.configurationCount() > 0) {
      throw new IllegalArgumentException(
          ("the problem has configurations, such as \"%s\"; %s does not support elastic jobs, since"
                  + " %s: pass problem.withoutConfigurations()")
              .formatted(problem.groupName(problem.jobCount() + problem.pairCount()), policy, why));
    }
  }
}
