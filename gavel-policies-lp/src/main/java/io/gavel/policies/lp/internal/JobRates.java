package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;

/** Rates and remaining work of jobs, as policies read them from a problem. */
public final class JobRates {

  private JobRates() {}

  /** The throughput of a job alone on its fastest type; 0 if it cannot run alone. */
  public static double fastest(AllocationProblem problem, int m) {
    double fastest = 0;
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      if (problem.runs(m, j)) {
        fastest = Math.max(fastest, problem.throughputs().stepsPerSecond(m, j));
      }
    }
    return fastest;
  }

  /** The remaining seconds on the fastest type; infinite if the job cannot run alone. */
  public static double secondsLeft(AllocationProblem problem, int m, String policy) {
    double fastest = fastest(problem, m);
    return fastest > 0 ? requireSteps(problem.job(m), policy) / fastest : Double.POSITIVE_INFINITY;
  }

  /**
   * The steps remaining of a job.
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

  /** Whether a job is known to have no steps remaining. */
  public static boolean isDone(Job job) {
    return job.stepsRemaining().orElse(1) == 0;
  }

  /** The worker type that a job runs on; -1 if it waits. */
  public static int current(AllocationProblem problem, int m) {
    return problem.job(m).history().workerType().map(problem.cluster()::indexOf).orElse(-1);
  }
}
