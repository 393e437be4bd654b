package io.gavel.policies.lp.throughput;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobRates;

/**
 * What a step per second of a job counts for in a sum over jobs. Sums of plain steps, as in the
 * paper, favour jobs whose steps are short, and change when a job counts its progress in other
 * units; shares do not.
 */
public enum StepWeight {
  /** Every step of every job counts 1, as in the paper. */
  UNIT,

  /** A step counts the weight of its job. */
  WEIGHTED_STEPS,

  /**
   * All its time alone on its fastest type counts the weight of the job; jobs that run only beside
   * others count 0.
   */
  WEIGHTED_SHARES;

  /** What one step per second of a job counts. */
  double ofStep(AllocationProblem problem, int m) {
    double fastest = JobRates.fastest(problem, m);
    return switch (this) {
      case UNIT -> 1;
      case WEIGHTED_STEPS -> problem.job(m).weight();
      case WEIGHTED_SHARES -> fastest > 0 ? problem.job(m).weight() / fastest : 0;
    };
  }
}
