package io.gavel.policies;

import io.gavel.policies.model.Job;

/** What the groups of a problem hold and where they run. */
public abstract sealed class ProblemGroups permits AllocationProblem {

  ProblemGroups() {}

  abstract Groups groups();

  /**
   * How many workers a group occupies at once.
   *
   * @param g a group index
   * @return the scale factor of its jobs, at least 1
   */
  public int scaleFactor(int g) {
    return groups().firstJob(g).scaleFactor();
  }

  /**
   * How much of each of its workers a group takes.
   *
   * @param g a group index
   * @return thousandths, the {@link Job#gpuMilli} of its jobs
   */
  public int gpuMilli(int g) {
    return groups().firstJob(g).gpuMilli();
  }

  /**
   * The workers that a group holds while it runs: its size in every sum of workers.
   *
   * @param g a group index
   * @return the {@link Job#workers} of its jobs, which are equal and counted once
   */
  public double workers(int g) {
    return groups().firstJob(g).workers();
  }

  /**
   * Whether a group can run on a worker type: each member has a throughput there and is not
   * {@linkplain #eligibility forbidden} it, and the gang is no larger than the pool. Everywhere
   * else its fraction is 0.
   *
   * @param g a group index
   * @param j a type index
   * @return true if time there can be of use
   */
  public boolean runs(int g, int j) {
    return groups().runs(g, j);
  }

  /**
   * Whether a group could run on a worker type if no type were forbidden to any job: what
   * yardsticks go by, such as the equal share of a job.
   *
   * @param g a group index
   * @param j a type index
   * @return true if it {@linkplain #runs runs} there, or is only forbidden to
   */
  public boolean runsIfAllowed(int g, int j) {
    return groups().runsIfAllowed(g, j);
  }

  /** {@return which jobs may run on which worker types} */
  public Eligibility eligibility() {
    return groups().eligibility();
  }
}
