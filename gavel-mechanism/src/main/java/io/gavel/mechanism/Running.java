package io.gavel.mechanism;

import java.util.List;
import java.util.Optional;

/**
 * The part of a lease that no account has been credited with yet. Immutable.
 *
 * @param lease the number of the lease
 * @param jobIds those still running, one or two
 * @param workerType the type's index {@code j} in the cluster
 * @param workers that the lease holds
 * @param gpuMilli how many thousandths of each
 * @param fromSeconds credited up to here
 * @param endSeconds the end of the lease
 * @param owed whether the time counts as received; otherwise it is back-fill
 */
public record Running(
    long lease,
    List<String> jobIds,
    int workerType,
    List<Worker> workers,
    int gpuMilli,
    double fromSeconds,
    double endSeconds,
    boolean owed) {

  /**
   * Copies the lists and checks the numbers.
   *
   * @param lease the number of the lease
   * @param jobIds one or two
   * @param workerType at least 0
   * @param workers that the lease holds
   * @param gpuMilli how many thousandths of each
   * @param fromSeconds finite
   * @param endSeconds finite and at least {@code fromSeconds}
   * @param owed whether the time counts as received
   * @throws IllegalArgumentException if the type is negative, a time not finite, or the end before
   *     the start
   */
  public Running {
    jobIds = List.copyOf(jobIds);
    workers = List.copyOf(workers);
    Require.type(workerType, "what runs of ", jobIds);
    Require.finite(fromSeconds, "start of what runs of ", jobIds);
    Require.finite(endSeconds, "end of what runs of ", jobIds);
    if (endSeconds < fromSeconds) {
      throw new IllegalArgumentException(
          "what runs of %s is from %s to %s seconds; it must not end before its start"
              .formatted(jobIds, fromSeconds, endSeconds));
    }
  }

  static Running of(Lease lease, boolean owed) {
    return new Running(
        lease.number(),
        lease.jobIds(),
        lease.workerType(),
        lease.workers(),
        lease.gpuMilli(),
        lease.startSeconds(),
        lease.endSeconds(),
        owed);
  }

  /** The time that ran between {@code fromSeconds} and then, never beyond the lease. */
  double secondsUntil(double seconds) {
    return Math.max(0, Math.min(seconds, endSeconds) - fromSeconds);
  }

  /** What is left of a pair when one of its jobs is done: the other goes on alone, as back-fill. */
  Optional<Running> without(String jobId, double nowSeconds) {
    List<String> rest = jobIds.stream().filter(id -> !id.equals(jobId)).toList();
    return rest.isEmpty() || nowSeconds >= endSeconds
        ? Optional.empty()
        : Optional.of(
            new Running(lease, rest, workerType, workers, gpuMilli, nowSeconds, endSeconds, false));
  }
}
