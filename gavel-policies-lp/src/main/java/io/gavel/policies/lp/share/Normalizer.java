package io.gavel.policies.lp.share;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobRates;

/**
 * The yardstick by which jobs of different speed are compared: a job's throughput counts in
 * multiples of it.
 *
 * <p>No yardstick keeps everything. One that depends on the cluster promises a share of the cluster
 * (sharing incentive), and for the same reason moves when a worker is added, so that a job can lose
 * by it. A fixed one never lets a job lose by a new worker, but does not know what an equal share
 * would have been.
 */
public enum Normalizer {
  /**
   * The job's full-time equal share ({@link EqualShare#throughput}), as in the paper. Keeps the
   * sharing incentive where all jobs take one whole worker and all weights are equal.
   */
  EQUAL_SHARE,

  /**
   * The job's isolated share ({@link IsolatedShare#throughput}), which knows the job's size
   * already. Keeps the sharing incentive for gangs and shares of workers of all sizes, where all
   * weights are equal.
   */
  ISOLATED_SHARE,

  /**
   * The job alone on its fastest worker type. Does not depend on the number of workers, so that one
   * more worker never lowers the level; gives up the sharing incentive.
   */
  FASTEST_TYPE;

  /**
   * The yardstick of a job.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second; 0 if the job can run nowhere alone
   */
  public double throughput(AllocationProblem problem, int m) {
    return switch (this) {
      case EQUAL_SHARE -> EqualShare.throughput(problem, m);
      case ISOLATED_SHARE -> IsolatedShare.throughput(problem, m);
      case FASTEST_TYPE -> JobRates.fastest(problem, m);
    };
  }
}
