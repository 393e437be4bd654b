package io.gavel.policies.lp.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.passes.Passes;
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
    return of(problem, normalizer, Passes.ALONE);
  }

  /** Returns the same in a pass over the jobs that runs as stated. */
  public static double[] of(AllocationProblem problem, Normalizer normalizer, Passes passes) {
    double[] requirement = new double[problem.jobCount()];
    passes.over(
        requirement.length,
        (from, to) -> {
          for (int m = from; m < to; m++) {
            Job job = problem.job(m);
            // The isolated share already depends on the size of the job.
            double workers = normalizer == Normalizer.ISOLATED_SHARE ? 1 : job.workers();
            double entitlement = normalizer.throughput(problem, m) / workers;
            requirement[m] = job.weight() * entitlement;
          }
        });
    return requirement;
  }
}
