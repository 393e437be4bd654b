package io.gavel.mechanism;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import java.util.List;

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
   * A lease ended early although its jobs are not done; its workers stay empty until the next round
   * is planned. Nothing happens if the job has no lease now.
   *
   * @param atSeconds when, finite
   * @param jobId a job of the lease; of a pair, both stop
   */
  record LeaseEnded(double atSeconds, String jobId) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId a job of the lease
     * @throws IllegalArgumentException if the time is not finite
     */
    public LeaseEnded {
      Require.finite(atSeconds, "time at which the lease of job \"%s\" ended".formatted(jobId));
    }
  }

  /**
   * From now on {@link Method#ORIGINAL} fills the types in another order; {@link Method#FAIR} does
   * not care.
   *
   * @param atSeconds when, finite
   * @param types the indices of all types, each once
   */
  record TypesReordered(double atSeconds, List<Integer> types) implements SchedulerEvent {
    /**
     * Checks the order.
     *
     * @param atSeconds finite
     * @param types a permutation of {@code 0, 1, …}
     * @throws IllegalArgumentException if the time is not finite or the list no permutation
     */
    public TypesReordered {
      Require.finite(atSeconds, "time of an order of types");
      types = List.copyOf(types);
      for (int j = 0; j < types.size(); j++) {
        if (!types.contains(j)) {
          throw new IllegalArgumentException(
              "order of types is %s; it must hold each index from 0 once".formatted(types));
        }
      }
    }
  }

  /**
   * A job failed while it ran: its lease ends, a pair's for both. It stays in the cluster and runs
   * again; whoever gives it up says {@link JobDone}. {@link Method#ORIGINAL} credits no time for
   * the lease; {@link Method#FAIR} credits what ran, for the workers were held. Nothing happens if
   * the job has no lease now.
   *
   * @param atSeconds when, finite
   * @param jobId the job's id
   */
  record JobFailed(double atSeconds, String jobId) implements SchedulerEvent {
    /**
     * Checks the time.
     *
     * @param atSeconds finite
     * @param jobId the job's id
     * @throws IllegalArgumentException if the time is not finite
     */
    public JobFailed {
      Require.finite(atSeconds, "time at which job \"%s\" failed".formatted(jobId));
    }
  }
}
