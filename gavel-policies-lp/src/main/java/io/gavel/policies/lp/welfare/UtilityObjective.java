package io.gavel.policies.lp.welfare;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Condition;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.model.Unrunnable;

/** Weights, normalisers and claims of policies with smooth objectives. */
final class UtilityObjective {

  private UtilityObjective() {}

  /** Returns the claims of a sum of strictly concave, increasing utilities. */
  static Claims claims() {
    return Claims.rules()
        .and(Invariant.PROGRESS)
        .and(
            Invariant.WORK_CONSERVATION,
            Condition.NO_PAIRS,
            Condition.FIRST_WAYS,
            Condition.COMPARABLE_WEIGHTS)
        .and(
            Invariant.PARETO_EFFICIENCY,
            Condition.NO_PAIRS,
            Condition.FIRST_WAYS,
            Condition.COMPARABLE_WEIGHTS)
        .and(Invariant.EQUAL_TREATMENT, Condition.NO_PAIRS)
        .and(Invariant.UNIT_INVARIANCE, Condition.NO_PAIRS);
  }

  /** Returns the weights of the jobs; 0 for jobs that cannot run. */
  static double[] weights(AllocationProblem problem) {
    double[] weight = new double[problem.jobCount()];
    for (int m = 0; m < weight.length; m++) {
      weight[m] = problem.job(m).weight();
    }
    for (Unrunnable job : problem.unrunnable()) {
      weight[job.job()] = 0;
    }
    return weight;
  }
}
