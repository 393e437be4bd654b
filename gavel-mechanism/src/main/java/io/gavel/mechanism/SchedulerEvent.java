package io.gavel.mechanism;

import io.gavel.policies.Allocation;

/**
 * Something that the scheduler is told. Immutable; its time must not be before that of the last.
 */
public sealed interface SchedulerEvent {

  /**
   * When it happened.
   *
   * @return seconds on the caller's clock, finite
   */
  double atSeconds();

  /**
   * From now on, time is owed according to another allocation.
   *
   * @param atSeconds when, finite
   * @param allocation for the scheduler's cluster; it lists all jobs there are now, so that a job
   *     it does not list is forgotten
   */
  record AllocationChanged(double atSeconds, Allocation allocation) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param allocation the new allocation
     * @throws IllegalArgumentException if the time is not finite
     */
    public AllocationChanged {
      Require.finite(atSeconds, "time of a changed allocation");
    }
  }

  /**
   * A job needs no more time: it is complete, or was cancelled. Its lease ends now; its workers
   * stay empty until the next round is planned.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   */
  record JobDone(double atSeconds, String jobId) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @throws IllegalArgumentException if the time is not finite
     */
    public JobDone {
      Require.finite(atSeconds, "time at which job \"%s\" is done".formatted(jobId));
    }
  }
}
