package io.gavel.simulator;

import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.observe.JobMeter;

/** Sums busy time, cost and overhead of the cluster. Mutable. */
final class UtilizationMeter {

  private final Cluster cluster;
  double busyWorkerSeconds;
  double cost;
  double lostWorkerSeconds;
  double lastCompletion;
  int completed;
  long recomputations;
  long rounds;
  long leaseExtensions;
  long leaseOpportunities;

  UtilizationMeter(Cluster cluster) {
    this.cluster = cluster;
  }

  void planned(RoundPlan plan) {
    rounds++;
    leaseExtensions += plan.leases().stream().filter(Lease::extended).count();
  }

  void ran(Lease lease, double busyUntil) {
    double[] held = JobMeter.workersByType(lease, cluster);
    for (int j = 0; j < held.length; j++) {
      double workerSeconds = held[j] * (busyUntil - lease.startSeconds());
      busyWorkerSeconds += workerSeconds;
      cost += workerSeconds / 3600 * cluster.type(j).pricePerHour();
    }
  }

  void completed(double atSeconds) {
    completed++;
    lastCompletion = Math.max(lastCompletion, atSeconds);
  }

  /** Adds worker time spent on saving and loading jobs. */
  void lost(double workerSeconds) {
    lostWorkerSeconds += workerSeconds;
  }

  double overhead() {
    return busyWorkerSeconds > 0 ? lostWorkerSeconds / busyWorkerSeconds : 0;
  }
}
