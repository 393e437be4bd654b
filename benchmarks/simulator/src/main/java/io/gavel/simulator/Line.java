package io.gavel.simulator;

import io.gavel.policies.model.Job;

/**
 * Counts active jobs that need the same workers and run at the same rates. Back-fill takes them in
 * order of arrival: a job gets workers only after all earlier jobs of the line hold some, and need
 * not be listed before. Mutable.
 */
final class Line {

  private final int gpuMilli;
  private int unlisted;
  private int listed;
  private int holding;

  /** Creates an empty line of jobs that take these thousandths of each of their workers. */
  Line(int gpuMilli) {
    this.gpuMilli = gpuMilli;
  }

  /** Adds a job that the scheduler does not list. */
  void arrives() {
    unlisted++;
  }

  /** Records that the scheduler lists one more job. */
  void lists() {
    unlisted--;
    listed++;
  }

  /** Records that one more job has a lease in this round. */
  void holds() {
    holding++;
  }

  /** Begins a round without leases. */
  void idles() {
    holding = 0;
  }

  /** Removes a completed job, which had a lease. */
  void leaves() {
    listed--;
    holding--;
  }

  /**
   * Returns whether no unlisted job can get any of some idle workers, because the listed jobs
   * without a lease need all of them.
   */
  boolean covers(long idleWorkers) {
    return unlisted == 0
        || (double) (listed - holding) * gpuMilli >= (double) idleWorkers * Job.WHOLE_WORKER;
  }
}
