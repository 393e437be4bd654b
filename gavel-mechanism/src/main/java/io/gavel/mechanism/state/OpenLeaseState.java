package io.gavel.mechanism.state;

import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.internal.Require;
import java.util.List;
import java.util.Optional;

/**
 * An open lease: the part of a lease that no account has been credited with yet. Immutable.
 *
 * @param lease the number of the lease
 * @param jobIds the jobs that are still running, one or two
 * @param workerType the type's index {@code j} in the cluster
 * @param workers the workers that the lease holds
 * @param gpuMilli thousandths of each worker
 * @param sinceSeconds when the lease first began, before its extensions
 * @param fromSeconds the time up to which the lease has been credited
 * @param endSeconds the end of the lease
 * @param owed whether the time counts as received; otherwise it is back-fill
 * @param configuration the name of the job's configuration; empty for its first way and for pairs
 */
public record OpenLeaseState(
    long lease,
    List<String> jobIds,
    int workerType,
    List<Worker> workers,
    int gpuMilli,
    double sinceSeconds,
    double fromSeconds,
    double endSeconds,
    boolean owed,
    Optional<String> configuration) {

  /**
   * Copies the lists and checks the numbers.
   *
   * @param lease the number of the lease
   * @param jobIds one or two
   * @param workerType at least 0
   * @param workers the workers that the lease holds, at least one
   * @param gpuMilli thousandths of each worker
   * @param sinceSeconds finite
   * @param fromSeconds finite
   * @param endSeconds finite and at least {@code fromSeconds}
   * @param owed whether the time counts as received
   * @param configuration the name of the job's configuration
   * @throws IllegalArgumentException if the type is negative, there is no worker, a time is not
   *     finite, or the end is before the start
   */
  public OpenLeaseState {
    jobIds = List.copyOf(jobIds);
    workers = List.copyOf(workers);
    Require.atLeast(0, workerType, "worker type of the open lease of", jobIds);
    Require.atLeast(1, workers.size(), "number of workers of the open lease of", jobIds);
    Require.finite(sinceSeconds, "first start of the open lease of", jobIds);
    Require.finite(fromSeconds, "start of the open lease of", jobIds);
    Require.finite(endSeconds, "end of the open lease of", jobIds);
    if (endSeconds < fromSeconds) {
      throw new IllegalArgumentException(
          "open lease of %s is from %s to %s seconds; it must not end before its start"
              .formatted(jobIds, fromSeconds, endSeconds));
    }
  }
}
