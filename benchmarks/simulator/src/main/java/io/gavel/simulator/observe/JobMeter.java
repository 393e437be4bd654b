package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums the time that jobs spend on workers. The jobs of a pair count half of its workers each.
 * Mutable while the simulation runs; not thread-safe.
 */
public final class JobMeter implements SimulationObserver {

  private static final class Held {
    private final double[] workerSeconds;
    private double seconds;
    private double until;

    Held(int types) {
      workerSeconds = new double[types];
    }
  }

  private final Map<String, Held> jobs = new HashMap<>();

  private final Cluster cluster;

  /**
   * Creates an empty meter.
   *
   * @param cluster the cluster of the simulation
   */
  public JobMeter(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Returns the workers of a lease by worker type. Workers that a co-gang holds alongside count for
   * the first type of their pool.
   *
   * @param lease a lease
   * @param cluster the cluster of the lease
   * @return workers, {@code [worker type]}
   */
  public static double[] workersByType(Lease lease, Cluster cluster) {
    double[] held = new double[cluster.typeCount()];
    held[lease.workerType()] = lease.workersHeld();
    int own = cluster.poolOf(lease.workerType());
    for (Worker worker : lease.workers()) {
      if (worker.pool() != own) {
        held[lease.workerType()]--;
        held[firstTypeOf(worker.pool(), cluster)]++;
      }
    }
    return held;
  }

  private static int firstTypeOf(int pool, Cluster cluster) {
    int j = 0;
    while (cluster.poolOf(j) != pool) {
      j++;
    }
    return j;
  }

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    double seconds = busyUntilSeconds - lease.startSeconds();
    double[] workers = workersByType(lease, cluster);
    for (String job : lease.jobIds()) {
      Held held = jobs.computeIfAbsent(job, id -> new Held(workers.length));
      for (int j = 0; j < workers.length; j++) {
        held.workerSeconds[j] += seconds * (workers[j] / lease.jobIds().size());
      }
      held.seconds += seconds;
      held.until = busyUntilSeconds;
    }
  }

  /**
   * Returns whether any job has been on workers.
   *
   * @return false before the first lease, and in a cluster without rounds
   */
  public boolean hasLeases() {
    return !jobs.isEmpty();
  }

  /**
   * Returns the worker time of a job on a worker type.
   *
   * @param jobId identifier of a job
   * @param type index of a worker type
   * @return worker-seconds
   */
  public double workerSeconds(String jobId, int type) {
    Held held = jobs.get(jobId);
    return held == null ? 0 : held.workerSeconds[type];
  }

  /**
   * Returns the time for which a completed job was in the cluster without workers.
   *
   * @param jobId the job
   * @param arrivalSeconds its arrival
   * @param completionSeconds its completion; NaN if it did not complete
   * @return seconds; NaN if it did not complete
   */
  public double waitedSeconds(String jobId, double arrivalSeconds, double completionSeconds) {
    Held held = jobs.get(jobId);
    if (held == null || Double.isNaN(completionSeconds)) {
      return Double.NaN;
    }
    // The other job of a pair may keep the last lease busy for longer.
    double after = Math.max(0, held.until - completionSeconds);
    return Math.max(0, completionSeconds - arrivalSeconds - (held.seconds - after));
  }
}
