package io.gavel.policies.lp.internal.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Job;

/** The throughput that max-min fairness requires for each job at level 1. */
public final class MaxMinRequirements {

  private MaxMinRequirements() {}

  /**
   * Returns the throughput of each job at level 1, in proportion to its weight.
   *
   * @param normalizer the throughputs that a job's throughput is divided by
   * @return steps per second, {@code [job]}
   */
  public static double[] of(AllocationProblem problem, Normalizer normalizer) {
    double[] requirement = new double[problem.jobCount()];
    for (int m = 0; m < requirement.length; m++) {
      Job job = problem.job(m);
      // The isolated share already depends on the size of the job.
      double workers = normalizer == Normalizer.ISOLATED_SHARE ? 1 : job.workers();
      double entitlement = normalizer.throughput(problem, m) / workers;
      requirement[m] = job.weight() * entitlement;
    }
    return requirement;
  }
}
