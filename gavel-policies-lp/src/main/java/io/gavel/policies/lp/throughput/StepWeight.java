package io.gavel.policies.lp.throughput;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.PoolShares;

/**
 * The weight of a step per second of each job in a sum over jobs. Sums of plain steps, as in the
 * paper, favour jobs with short steps and depend on the unit in which a job counts its progress;
 * shares do not.
 */
public enum StepWeight {
  /** Every step of every job has weight 1, as in the paper. */
  UNIT,

  /** A step has the weight of its job. */
  WEIGHTED_STEPS,

  /**
   * Running alone full time on its fastest type counts the weight of the job. Jobs that run only in
   * pairs count 0.
   */
  WEIGHTED_SHARES;

  /** Returns the weight of one step per second of a job. */
  double ofStep(AllocationProblem problem, int m) {
    double fastest = PoolShares.fastest(problem, m);
    return switch (this) {
      case UNIT -> 1;
      case WEIGHTED_STEPS -> problem.job(m).weight();
      case WEIGHTED_SHARES -> fastest > 0 ? problem.job(m).weight() / fastest : 0;
    };
  }
}
