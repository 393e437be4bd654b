package io.gavel.mechanism.event;

import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.OptionalLong;

/** An event for the scheduler. Immutable. Its time must not be before the last event or plan. */
public sealed interface SchedulerEvent {

  /**
   * Returns the time of the event.
   *
   * @return seconds on the caller's clock, finite
   */
  double atSeconds();

  /**
   * Replaces the allocation according to which time is owed.
   *
   * @param atSeconds when, finite
   * @param allocation for the scheduler's cluster; it lists all current jobs, and a job that it
   *     does not list is forgotten
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
   * A job needs no more time: it is complete or was cancelled. Its lease ends now, and its workers
   * stay empty until the next plan.
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
      Require.finite(atSeconds, "time of the end of job", jobId);
    }
  }

  /**
   * Jobs arrived or left, and no allocation includes the change yet. New jobs may use idle workers;
   * jobs that are not listed are forgotten; all other jobs are owed time as before.
   *
   * @param atSeconds when, finite
   * @param problem all current jobs, for the scheduler's cluster
   */
  record ProblemChanged(double atSeconds, AllocationProblem problem) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param problem all current jobs
     * @throws IllegalArgumentException if the time is not finite
     */
    public ProblemChanged {
      Require.finite(atSeconds, "time of a changed problem");
    }
  }

  /**
   * A lease ended early although its jobs are not done: they saved their state and stopped. Its
   * workers stay empty until the next plan. The event changes nothing if the job has no lease now.
   *
   * @param atSeconds when, finite
   * @param jobId a job of the lease; both jobs of a pair stop
   * @param lease the number of the lease that ended, so that a late message does not end a later
   *     lease; empty for the job's current lease
   */
  record LeaseEnded(double atSeconds, String jobId, OptionalLong lease) implements SchedulerEvent {
    /**
     * Creates the event that the job's current lease ended.
     *
     * @param atSeconds finite
     * @param jobId a job of the lease
     */
    public LeaseEnded(double atSeconds, String jobId) {
      this(atSeconds, jobId, OptionalLong.empty());
    }

    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId a job of the lease
     * @param lease the number of the lease
     * @throws IllegalArgumentException if the time is not finite
     */
    public LeaseEnded {
      Require.finite(atSeconds, "time of the end of the lease of job", jobId);
    }
  }

  /**
   * Reports that a job failed while it ran. Its lease ends; a lease of a pair ends for both jobs.
   * The job stays in the cluster and runs again from its last checkpoint. After {@link
   * RoundOptions#maxFailures} consecutive failures without progress it is given up, as if {@link
   * JobDone}. A job that reports its steps makes progress when it reports more steps than in all
   * earlier reports; a job that never reports makes progress when one of its leases runs to the end
   * of the round. The time of the lease until the failure counts as received. An event without
   * lease number changes nothing if the job has no lease now.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   * @param lease the number of the lease under which the job failed, so that a late message does
   *     not end a later lease; empty for the job's current lease
   */
  record JobFailed(double atSeconds, String jobId, OptionalLong lease) implements SchedulerEvent {
    /**
     * Creates the event that the job failed under its current lease.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     */
    public JobFailed(double atSeconds, String jobId) {
      this(atSeconds, jobId, OptionalLong.empty());
    }

    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @param lease the number of the lease
     * @throws IllegalArgumentException if the time is not finite
     */
    public JobFailed {
      Require.finite(atSeconds, "time of the failure of job", jobId);
    }
  }

  /**
   * Reports the progress of a job. Reports may be late, duplicate and out of order: a report is
   * ignored if it does not exceed the known progress of the lease, or if it concerns an earlier
   * lease.
   *
   * @param atSeconds when the report arrived, finite
   * @param jobId the job's id
   * @param lease the number of the lease under which the steps were done
   * @param steps steps done since the job began, finite and at least 0
   * @param savedUntilSeconds the time up to which all of the job's work is saved, so that the loss
   *     of a worker costs only later work; negative infinity if the job saved nothing
   */
  record ProgressReported(
      double atSeconds, String jobId, long lease, double steps, double savedUntilSeconds)
      implements SchedulerEvent {
    /**
     * Checks the numbers.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @param lease at least 0
     * @param steps finite and at least 0
     * @param savedUntilSeconds at most {@code atSeconds}
     * @throws IllegalArgumentException naming the number that is out of range
     */
    public ProgressReported {
      Require.finite(atSeconds, "time of the report of job", jobId);
      if (!(steps >= 0) || steps == Double.POSITIVE_INFINITY || lease < 0) {
        throw new IllegalArgumentException(
            "report of job \"%s\" says %s steps under lease %s; both must be finite and at least 0"
                .formatted(jobId, steps, lease));
      }
      if (!(savedUntilSeconds <= atSeconds)) {
        throw new IllegalArgumentException(
            "report of job \"%s\" at %s seconds says saved until %s; that must not be later"
                .formatted(jobId, atSeconds, savedUntilSeconds));
      }
    }
  }

  /**
   * Reports the sudden loss of workers. Leases with any of these workers end, for complete gangs.
   * Their time counts as received up to the last save of the jobs, and is revoked from there on.
   *
   * @param atSeconds when, finite
   * @param workers workers of the scheduler's cluster; lost workers are ignored
   */
  record WorkersLost(double atSeconds, List<Worker> workers) implements SchedulerEvent {
    /**
     * Checks the time and copies the list.
     *
     * @param atSeconds finite
     * @param workers of the scheduler's cluster
     * @throws IllegalArgumentException if the time is not finite
     */
    public WorkersLost {
      Require.finite(atSeconds, "time of a loss of workers");
      workers = List.copyOf(workers);
    }
  }

  /**
   * Workers will be removed. Leases on them may finish their round; later plans do not use the
   * workers.
   *
   * @param atSeconds when, finite
   * @param workers workers of the scheduler's cluster, such as the workers of a server ({@link
   *     Worker#ofServer})
   */
  record WorkersDrained(double atSeconds, List<Worker> workers) implements SchedulerEvent {
    /**
     * Checks the time and copies the list.
     *
     * @param atSeconds finite
     * @param workers of the scheduler's cluster
     * @throws IllegalArgumentException if the time is not finite
     */
    public WorkersDrained {
      Require.finite(atSeconds, "time of a drain of workers");
      workers = List.copyOf(workers);
    }
  }

  /**
   * Workers that were lost or drained can be used again, from the next plan on.
   *
   * @param atSeconds when, finite
   * @param workers workers of the scheduler's cluster; workers that are up are ignored
   */
  record WorkersReturned(double atSeconds, List<Worker> workers) implements SchedulerEvent {
    /**
     * Checks the time and copies the list.
     *
     * @param atSeconds finite
     * @param workers of the scheduler's cluster
     * @throws IllegalArgumentException if the time is not finite
     */
    public WorkersReturned {
      Require.finite(atSeconds, "time of a return of workers");
      workers = List.copyOf(workers);
    }
  }

  /**
   * The overhead of moving, preempting or restarting a job changes. Without this event it is {@link
   * RoundOptions#overhead}.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   * @param overhead the overhead of this job
   */
  record OverheadChanged(double atSeconds, String jobId, Overhead overhead)
      implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @param overhead the overhead of this job
     * @throws IllegalArgumentException if the time is not finite
     */
    public OverheadChanged {
      Require.finite(atSeconds, "time of the overhead of job", jobId);
    }
  }
}
