package io.gavel.policies;

import io.gavel.policies.model.Job;

/**
 * The groups of a problem: the workers that they occupy and the types on which they can run.
 * Immutable.
 */
public abstract sealed class ProblemGroups permits AllocationProblem {

  ProblemGroups() {}

  abstract Groups groups();

  /**
   * The number of workers that a group occupies at once.
   *
   * @param g a group index
   * @return the scale factor of its jobs, at least 1
   */
  public int scaleFactor(int g) {
    return groups().firstJob(g).scaleFactor();
  }

  /**
   * The share of each of its workers that a group takes.
   *
   * @param g a group index
   * @return thousandths, the {@link Job#gpuMilli} of its jobs
   */
  public int gpuMilli(int g) {
    return groups().firstJob(g).gpuMilli();
  }

  /**
   * The workers that a group holds while it runs, as counted in every sum of workers.
   *
   * @param g a group index
   * @return the {@link Job#workers} of its jobs, which are equal and counted once
   */
  public double workers(int g) {
    return groups().firstJob(g).workers();
  }

  /**
   * Whether a group can run on a worker type: each member has a throughput there, the type is
   * {@linkplain #eligibility forbidden} to none of them, and the gang is no larger than the pool.
   * On other types its fraction is 0.
   *
   * @param g a group index
   * @param j a type index
   * @return true if the group can make progress there
   */
  public boolean runs(int g, int j) {
    return groups().runs(g, j);
  }

  /**
   * Whether a group could run on a worker type if nothing were forbidden. Yardsticks such as the
   * equal share of a job use this.
   *
   * @param g a group index
   * @param j a type index
   * @return true if the group {@linkplain #runs runs} there, or would if the type were allowed
   */
  public boolean runsIfAllowed(int g, int j) {
    return groups().runsIfAllowed(g, j);
  }

  /** {@return the worker types on which each job may run} */
  public Eligibility eligibility() {
    return groups().eligibility();
  }
}
