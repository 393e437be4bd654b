package io.gavel.legacy;

import io.gavel.legacy.OriginalLoop.Task;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** Sums the measurements that the original reports. Mutable. */
final class OriginalMeter {

  private final Cluster cluster;
  private final double[][] busySeconds; // by pool and worker
  private double cost;
  private long rounds;
  private long recomputations;
  private long extensions;
  private long opportunities;

  OriginalMeter(Cluster cluster) {
    this.cluster = cluster;
    this.busySeconds = new double[cluster.poolCount()][];
    for (int k = 0; k < busySeconds.length; k++) {
      busySeconds[k] = new double[cluster.poolWorkers(k)];
    }
  }

  /** Adds a task; both jobs of a pair pay for all of the workers. */
  void ran(Task task, double seconds) {
    Lease lease = task.lease();
    for (Worker worker : lease.workers()) {
      busySeconds[worker.pool()][worker.index()] += seconds;
    }
    double price = cluster.type(lease.workerType()).pricePerHour();
    for (int i = 0; i < task.jobs().size(); i++) {
      cost += price * seconds / 3600 * lease.workers().size();
    }
  }

  void recomputed() {
    recomputations++;
  }

  void planned(RoundPlan plan, List<Task> before, Map<String, OriginalJob> active) {
    rounds++;
    for (Lease lease : plan.leases()) {
      extensions += lease.extended() ? 1 : 0;
    }
    for (Task task : before) {
      boolean goesOn = false;
      for (OriginalJob job : task.jobs()) {
        goesOn |= active.containsKey(job.id());
      }
      opportunities += goesOn ? 1 : 0;
    }
  }

  double cost() {
    return cost;
  }

  long rounds() {
    return rounds;
  }

  long recomputations() {
    return recomputations;
  }

  long extensions() {
    return extensions;
  }

  long opportunities() {
    return opportunities;
  }

  private DoubleStream busy() {
    return Arrays.stream(busySeconds).flatMapToDouble(Arrays::stream);
  }

  double busyWorkerSeconds() {
    return busy().sum();
  }

  /**
   * Returns the utilisation; empty, as in the original, if a worker appears busy longer than the
   * run.
   */
  OptionalDouble utilization(double endSeconds) {
    boolean impossible = busy().anyMatch(busy -> busy > endSeconds);
    return impossible || !(endSeconds > 0)
        ? OptionalDouble.empty()
        : OptionalDouble.of(busyWorkerSeconds() / (cluster.workers() * endSeconds));
  }
}
