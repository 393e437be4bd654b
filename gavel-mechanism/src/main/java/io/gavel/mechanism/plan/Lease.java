package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Job;
import java.util.List;

/**
 * The permission of a group of jobs to run on certain workers for one round. Immutable.
 *
 * @param number names the lease for good: an extension keeps the number, and no other lease of the
 *     scheduler ever has it
 * @param jobIds one id, or the two of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster: which throughputs apply
 * @param workers the workers of the gang, as many as the scale factor of the jobs, by index
 * @param gpuMilli how many thousandths of each of them: all, or a share of one worker, on which
 *     other leases have the rest
 * @param startSeconds when the lease begins
 * @param endSeconds when it ends unless the jobs are done before
 * @param extended whether the same jobs ran on the same type and the same workers up to now, so
 *     that nothing has to be saved, moved or loaded
 */
public record Lease(
    long number,
    List<String> jobIds,
    int workerType,
    List<Worker> workers,
    int gpuMilli,
    double startSeconds,
    double endSeconds,
    boolean extended) {

  /**
   * Checks the shape and copies the lists.
   *
   * @param number at least 0
   * @param jobIds one or two
   * @param workerType at least 0
   * @param workers at least one
   * @param gpuMilli from 1 to 1000, which it must be for several workers
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param extended whether this continues a lease of the round before
   * @throws IllegalArgumentException naming the component that is out of range
   */
  public Lease {
    jobIds = List.copyOf(jobIds);
    workers = List.copyOf(workers);
    if (jobIds.isEmpty() || jobIds.size() > 2) {
      throw new IllegalArgumentException(
          "jobs of a lease are %s; they must be one or two".formatted(jobIds));
    }
    if (workerType < 0 || workers.isEmpty()) {
      throw new IllegalArgumentException(
          "lease of %s is for workers %s of type %d; it must have at least one, of a type from 0"
              .formatted(jobIds, workers, workerType));
    }
    if (gpuMilli < 1
        || gpuMilli > Job.WHOLE_WORKER
        || (gpuMilli < Job.WHOLE_WORKER && workers.size() > 1)) {
      throw new IllegalArgumentException(
          "lease of %s is for %d thousandths of each of %d workers; it must be from 1 to %d, and %d"
                  .formatted(jobIds, gpuMilli, workers.size(), Job.WHOLE_WORKER, Job.WHOLE_WORKER)
              + " of several");
    }
    if (number < 0) {
      throw new IllegalArgumentException(
          "number of the lease of %s is %d; it must be at least 0".formatted(jobIds, number));
    }
    Require.interval(startSeconds, endSeconds, "lease of", jobIds);
  }

  /**
   * The workers that the lease holds.
   *
   * @return how many, a share counting as its part of one
   */
  public double workersHeld() {
    return gpuMilli == Job.WHOLE_WORKER ? workers.size() : (double) gpuMilli / Job.WHOLE_WORKER;
  }
}
