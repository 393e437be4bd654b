package io.gavel.simulator.observe;

import io.gavel.mechanism.plan.Lease;
import java.util.HashMap;
import java.util.Map;

/**
 * Sums the time that jobs spend on workers. The jobs of a pair count half of its workers each.
 * Mutable while the simulation runs; not thread-safe.
 */
public final class JobMeter implements SimulationObserver {

  private static final class Held {
    private final Map<Integer, Double> workerSeconds = new HashMap<>();
    private double seconds;
    private double until;
  }

  private final Map<String, Held> jobs = new HashMap<>();

  /** Creates an empty meter. */
  public JobMeter() {}

  @Override
  public void ran(Lease lease, double busyUntilSeconds) {
    double seconds = busyUntilSeconds - lease.startSeconds();
    for (String job : lease.jobIds()) {
      Held held = jobs.computeIfAbsent(job, id -> new Held());
      double workers = lease.workersHeld() / (double) lease.jobIds().size();
      held.workerSeconds.merge(lease.workerType(), seconds * workers, Double::sum);
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
    return held == null ? 0 : held.workerSeconds.getOrDefault(type, 0.0);
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
