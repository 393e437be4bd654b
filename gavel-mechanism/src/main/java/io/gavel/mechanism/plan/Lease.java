package io.gavel.mechanism.plan;

import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Job;
import java.util.List;
import java.util.Optional;

/**
 * The permission of a group of jobs to run on certain workers for one round. Immutable.
 *
 * @param number the permanent number of the lease: an extension keeps it, and no other lease of the
 *     scheduler ever has it
 * @param jobIds one id, or both ids of a pair, in the order of the group
 * @param workerType the type's index {@code j} in the cluster, which determines the throughputs
 * @param workers the workers of the gang, by index; their number is the scale factor of the jobs,
 *     or the workers of the configuration. A co-gang holds workers of further pools, which follow
 * @param gpuMilli thousandths of each worker: 1,000, or less for a share of one worker; other
 *     leases may hold the rest
 * @param startSeconds when the lease begins
 * @param endSeconds when the lease ends, unless the jobs are done before
 * @param extended whether the same jobs ran on the same type and the same workers until now, in the
 *     same configuration, so that nothing has to be saved, moved or loaded
 * @param owed whether the lease was granted because time was owed; otherwise it is back-fill, on
 *     workers that no owed group can use
 * @param configuration the name of the job's configuration; empty for its first way and for pairs
 */
public record Lease(
    long number,
    List<String> jobIds,
    int workerType,
    List<Worker> workers,
    int gpuMilli,
    double startSeconds,
    double endSeconds,
    boolean extended,
    boolean owed,
    Optional<String> configuration) {

  /**
   * Creates a lease of jobs in their first way, for time that is owed.
   *
   * @param number at least 0
   * @param jobIds one or two
   * @param workerType at least 0
   * @param workers at least one
   * @param gpuMilli from 1 to 1,000; 1,000 for several workers
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param extended whether this continues a lease of the previous round
   */
  public Lease(
      long number,
      List<String> jobIds,
      int workerType,
      List<Worker> workers,
      int gpuMilli,
      double startSeconds,
      double endSeconds,
      boolean extended) {
    this(
        number,
        jobIds,
        workerType,
        workers,
        gpuMilli,
        startSeconds,
        endSeconds,
        extended,
        true,
        Optional.empty());
  }

  /**
   * Checks the shape and copies the lists.
   *
   * @param number at least 0
   * @param jobIds one or two
   * @param workerType at least 0
   * @param workers at least one
   * @param gpuMilli from 1 to 1,000; 1,000 for several workers
   * @param startSeconds finite
   * @param endSeconds finite and later than the start
   * @param extended whether this continues a lease of the previous round
   * @param owed whether time was owed
   * @param configuration the name of a configuration, only for one job
   * @throws IllegalArgumentException naming the component that is out of range
   */
  public Lease {
    jobIds = List.copyOf(jobIds);
    workers = List.copyOf(workers);
    if (jobIds.isEmpty() || jobIds.size() > 2) {
      throw new IllegalArgumentException(
          "lease has jobs %s; it must have one or two".formatted(jobIds));
    }
    if (workerType < 0 || workers.isEmpty()) {
      throw new IllegalArgumentException(
          ("lease of %s has workers %s of type %s; it must have at least one, and a type"
                  + " of at least 0")
              .formatted(jobIds, workers, workerType));
    }
    if (gpuMilli < 1
        || gpuMilli > Job.WHOLE_WORKER
        || (gpuMilli < Job.WHOLE_WORKER && workers.size() > 1)) {
      throw new IllegalArgumentException(
          "lease of %s has %s thousandths of each of %s workers; it must have 1 to %s, and %s"
                  .formatted(jobIds, gpuMilli, workers.size(), Job.WHOLE_WORKER, Job.WHOLE_WORKER)
              + " of each of several workers");
    }
    if (jobIds.size() > 1 && configuration.isPresent()) {
      throw new IllegalArgumentException(
          "lease of %s has configuration \"%s\"; only a lease of one job may have one"
              .formatted(jobIds, configuration.get()));
    }
    if (number < 0) {
      throw new IllegalArgumentException(
          "number of the lease of %s is %s; it must be at least 0".formatted(jobIds, number));
    }
    Require.interval(startSeconds, endSeconds, "lease of", jobIds);
  }

  /**
   * Returns the number of workers that the lease holds.
   *
   * @return the number; a share of a worker counts as a fraction
   */
  public double workersHeld() {
    return gpuMilli == Job.WHOLE_WORKER ? workers.size() : (double) gpuMilli / Job.WHOLE_WORKER;
  }
}
