package io.gavel.mechanism.event;

import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.OptionalLong;

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
      Require.finite(atSeconds, "time of the end of job", jobId);
    }
  }

  /**
   * Jobs came or went, and no allocation knows yet. Newcomers may use what would idle; jobs that
   * are not listed any more are forgotten; all others are owed what they were owed.
   *
   * @param atSeconds when, finite
   * @param problem all jobs there are now, for the scheduler's cluster
   */
  record ProblemChanged(double atSeconds, AllocationProblem problem) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param problem all jobs there are now
     * @throws IllegalArgumentException if the time is not finite
     */
    public ProblemChanged {
      Require.finite(atSeconds, "time of a changed problem");
    }
  }

  /**
   * A lease ended early although its jobs are not done: they saved their state and stopped. Its
   * workers stay empty until the next round is planned. Nothing happens if the job has no lease
   * now.
   *
   * @param atSeconds when, finite
   * @param jobId a job of the lease; of a pair, both stop
   * @param lease the number of the lease that ended, so that a late message does not end a later
   *     one; empty for the one that the job has now
   */
  record LeaseEnded(double atSeconds, String jobId, OptionalLong lease) implements SchedulerEvent {
    /**
     * The lease that the job has now ended.
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
   * A job failed while it ran: its lease ends, a pair's for both. It stays in the cluster and runs
   * again from what it saved, until it failed {@link RoundOptions#maxFailures} times in a row
   * without progress; then it is given up, as if {@link JobDone}. A job that reports progress gets
   * further if it reports more steps than ever before; one that never reports, if a lease of its
   * runs to the end of the round. The time that ran is credited, for the workers were held. Nothing
   * happens if the job has no lease now.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   * @param lease the number of the lease under which it failed, so that a late message does not end
   *     a later one; empty for the one that the job has now
   */
  record JobFailed(double atSeconds, String jobId, OptionalLong lease) implements SchedulerEvent {
    /**
     * The job failed under the lease that it has now.
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
   * How far a job got. Reports may come late, twice and out of order: what is not beyond what is
   * known of the lease changes nothing, nor does a report about an earlier lease.
   *
   * @param atSeconds when the report came, finite
   * @param jobId the job's id
   * @param lease the number of the lease under which the steps were done
   * @param steps done since the job began, finite and at least 0
   * @param savedUntilSeconds until when all that the job did is saved, so that the loss of a worker
   *     costs only what came after; negative infinity if the job saved nothing
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
            "report of job \"%s\" tells of %s steps under lease %d; both must be finite and at least 0"
                .formatted(jobId, steps, lease));
      }
      if (!(savedUntilSeconds <= atSeconds)) {
        throw new IllegalArgumentException(
            "report of job \"%s\" at %s seconds says saved until %s; it must not be later"
                .formatted(jobId, atSeconds, savedUntilSeconds));
      }
    }
  }

  /**
   * Workers are gone at once. Leases that hold any of them end, whole gangs; their time counts as
   * received up to what the jobs saved, and is revoked from there on (see {@link RoundScheduler}).
   *
   * @param atSeconds when, finite
   * @param workers of the scheduler's cluster; those that are gone already do not matter
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
   * Workers will be taken out: what runs on them may finish its round, and no later plan uses them.
   *
   * @param atSeconds when, finite
   * @param workers of the scheduler's cluster, often those of a server ({@link Worker#ofServer})
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
   * @param workers of the scheduler's cluster; those that were never out do not matter
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
   * From now on it costs a job something else to be moved, preempted or restarted. Without this
   * event it is {@link RoundOptions#overhead}.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   * @param overhead of this job
   */
  record OverheadChanged(double atSeconds, String jobId, Overhead overhead)
      implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @param overhead of this job
     * @throws IllegalArgumentException if the time is not finite
     */
    public OverheadChanged {
      Require.finite(atSeconds, "time of the overhead of job", jobId);
    }
  }
}
