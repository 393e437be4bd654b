package io.gavel.policies.lp.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.Normalizer;

/** The throughput that max-min fairness requires for each job at level 1. */
public final class MaxMinRequirements {

  private MaxMinRequirements() {}

  /**
   * The throughput of each job at level 1, in proportion to its weight.
   *
   * @param normalizer the throughputs that a job's throughput is divided by
   * @return steps per second, {@code [job]}
   */
  public static double[] of(AllocationProblem problem, Normalizer normalizer) {
    double[] requirement = new double[problem.jobCount()];
    for (int m = 0; m < requirement.length; m++) {
      // The isolated share already depends on the size of the job.
      double workers = normalizer == Normalizer.ISOLATED_SHARE ? 1 : problem.job(m).workers();
      double entitlement = normalizer.throughput(problem, m) / workers;
      requirement[m] = problem.job(m).weight() * entitlement;
    }
    return requirement;
  }
}
