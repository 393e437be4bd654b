package io.gavel.policies.program;

import io.gavel.policies.AllocationProblem;

/**
 * A throughput that jobs of different speed are compared with, such as that of an equal share of
 * the cluster. Implementations are pure functions.
 */
@FunctionalInterface
public interface ReferenceThroughput {

  /**
   * The reference throughput of a job.
   *
   * @param problem the jobs and the cluster
   * @param m a job index
   * @return steps per second, finite and at least 0; 0 if the job has none and does not count
   */
  double throughput(AllocationProblem problem, int m);
}
