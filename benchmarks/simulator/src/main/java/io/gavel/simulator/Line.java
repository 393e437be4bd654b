package io.gavel.simulator;

import io.gavel.policies.model.Job;

/**
 * The jobs of one kind in the cluster. They need the same workers and run equally fast, so
 * back-fill takes them in order of arrival: a new job gets workers only after all earlier jobs of
 * its line hold some. Mutable.
 */
final class Line {

  private final int gpuMilli;
  private int listed;
  private int holding;

  /** Creates an empty line of jobs that take these thousandths of each of their workers. */
  Line(int gpuMilli) {
    this.gpuMilli = gpuMilli;
  }

  /** Records that the scheduler lists one more job. */
  void listed() {
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

  /** Returns whether the listed jobs without a lease, if they all start, leave no worker idle. */
  boolean needsAll(int idleWorkers) {
    return (long) (listed - holding) * gpuMilli >= (long) idleWorkers * Job.WHOLE_WORKER;
  }
}
