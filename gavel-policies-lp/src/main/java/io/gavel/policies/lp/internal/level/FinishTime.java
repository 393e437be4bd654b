package io.gavel.policies.lp.internal.level;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.model.Job;

/**
 * The finish-time fairness data of a job: {@code ρ = (since + steps / throughput) / alone}.
 * Immutable.
 *
 * @param steps the steps remaining; 0 if the job does not count
 * @param since seconds since the start
 * @param alone seconds that the job takes on its isolated share; 0 if it cannot run alone
 */
public record FinishTime(double steps, double since, double alone) {

  private static final FinishTime NONE = new FinishTime(0, 0, 0);

  /**
   * Reads the data of a job.
   *
   * @param isolated its isolated throughput
   * @throws IllegalArgumentException if the job can run and its steps remaining are not given
   */
  public static FinishTime of(AllocationProblem problem, int m, double isolated) {
    if (isolated == 0) {
      return NONE; // cannot run alone: ρ is not defined
    }
    Job job = problem.job(m);
    double steps = JobRates.requireSteps(job, "finish-time fairness");
    return new FinishTime(
        steps, job.secondsSinceStart(), job.isolatedSecondsSoFar() + steps / isolated);
  }
}
