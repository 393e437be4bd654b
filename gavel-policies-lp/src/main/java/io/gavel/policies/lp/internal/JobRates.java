package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;

/** Rates and remaining work of jobs, as policies read them from a problem. */
public final class JobRates {

  private JobRates() {}

  /** Returns the remaining seconds on the fastest type; infinite if it has no rate alone. */
  public static double secondsLeft(AllocationProblem problem, int m, String policy) {
    double fastest = PoolShares.fastest(problem, m);
    return fastest > 0 ? requireSteps(problem.job(m), policy) / fastest : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the steps remaining of a job.
   *
   * @param policy what needs them, for the message
   * @throws IllegalArgumentException if they are not given
   */
  public static double requireSteps(Job job, String policy) {
    return job.stepsRemaining()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no steps remaining; %s needs them"
                        .formatted(job.id(), policy)));
  }

  /** Returns whether a job is known to have no steps remaining. */
  public static boolean isDone(Job job) {
    return job.stepsRemaining().orElse(1) == 0;
  }

  /** Returns the worker type that a job runs on; -1 if it waits. */
  public static int current(AllocationProblem problem, int m) {
    return problem.job(m).history().workerType().map(problem.cluster()::indexOf).orElse(-1);
  }
}
