package io.gavel.policies.lp.internal;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;

/** What schedulers read off a problem. */
public final class JobRates {

  private JobRates() {}

  /**
   * The throughput of a job alone on the type where it is fastest, be it forbidden or not; 0 if it
   * runs nowhere alone.
   */
  public static double fastest(AllocationProblem problem, int m) {
    return PoolShares.runsAlone(problem, m) ? PoolShares.fastest(problem, m) : 0;
  }

  /** Seconds to the end on the fastest type; infinite if the job runs nowhere. */
  public static double secondsLeft(AllocationProblem problem, int m, String scheduler) {
    double fastest = fastest(problem, m);
    return fastest > 0 ? stepsLeft(problem.job(m), scheduler) / fastest : Double.POSITIVE_INFINITY;
  }

  /** The work left of a job, which the named scheduler cannot do without. */
  public static double stepsLeft(Job job, String scheduler) {
    return job.stepsRemaining()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "job \"%s\" has no steps remaining; %s needs them"
                        .formatted(job.id(), scheduler)));
  }

  /** Whether it is known that a job has nothing left to do. */
  public static boolean isDone(Job job) {
    return job.stepsRemaining().orElse(1) == 0;
  }

  /** The worker type that a job runs on; -1 if it waits. */
  public static int current(AllocationProblem problem, int m) {
    return problem.job(m).history().workerType().map(problem.cluster()::indexOf).orElse(-1);
  }
}
