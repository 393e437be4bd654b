package io.gavel.baselines;

import io.gavel.policies.AllocationProblem;

/** Refusals of problems that a scheduler does not support. */
final class Unsupported {

  private Unsupported() {}

  /**
   * Refuses problems with constraints.
   *
   * @param policy the policy, for the message
   * @param why the reason, for the message
   */
  static void constraints(AllocationProblem problem, Object policy, String why) {
    if (!problem.constraintNames().isEmpty()) {
      problem.requireNoCoGangs(policy); // their rows are constraints that nobody stated
      throw new IllegalArgumentException(
          "%s does not support constraints: %s; the problem has \"%s\""
              .formatted(policy, why, problem.constraintNames().get(0)));
    }
  }

  /** Refuses problems with pairs by job type, of which a policy needs a list. */
  static void pairsByType(AllocationProblem problem, Object policy) {
    if (!problem.pairsByType().isEmpty()) {
      throw new IllegalArgumentException(
          ("the problem has pairs by job type; %s needs them listed: pass"
                  + " problem.withAllPairs()")
              .formatted(policy));
    }
  }

  /** Refuses problems with pairs. */
  static void pairs(AllocationProblem problem, String policy) {
    boolean byType = !problem.pairsByType().isEmpty();
    if (byType || problem.pairCount() > 0) {
      throw new IllegalArgumentException(
          "the problem has %s; %s does not support space sharing: pass problem.withoutPairs()"
              .formatted(byType ? "pairs by job type" : problem.pairCount() + " pairs", policy));
    }
  }
}
