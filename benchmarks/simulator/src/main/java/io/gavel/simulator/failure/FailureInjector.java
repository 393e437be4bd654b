package io.gavel.simulator.failure;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.event.SchedulerEvent.WorkersLost;
import io.gavel.mechanism.event.SchedulerEvent.WorkersReturned;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.PythonRandom;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.apache.commons.math3.util.FastMath;

/** Generates failures and returns of workers. Mutable; not thread-safe. */
public final class FailureInjector {

  private static final int SEED = 7; // job generation uses the offsets up to 6

  /** A failure or return of a worker. */
  private record Change(double atSeconds, Worker worker, boolean fails) {
    static final Comparator<Change> ORDER =
        Comparator.comparingDouble(Change::atSeconds)
            .thenComparingInt(change -> change.worker().pool())
            .thenComparingInt(change -> change.worker().index());
  }

  private final Optional<FailureModel> settings;
  private final long workers;
  private final PriorityQueue<Change> next = new PriorityQueue<>(Change.ORDER); // one per worker
  private final Deque<Change> seen = new ArrayDeque<>(); // looked at, not yet delivered; in order
  private final Map<Worker, Double> out = new HashMap<>(); // start of each outage
  private final PythonRandom random;
  private double outSeconds;
  private long failures;
  private long leasesLost;
  private double lostWorkerSeconds;

  /**
   * Starts at time 0 with all workers in service.
   *
   * @param settings how often workers fail; empty = never
   * @param cluster the workers
   */
  public FailureInjector(Optional<FailureModel> settings, Cluster cluster) {
    this.settings = settings;
    this.workers = cluster.workers();
    this.random = new PythonRandom(settings.map(FailureModel::seed).orElse(0L) + SEED);
    for (int k = 0; settings.isPresent() && k < cluster.poolCount(); k++) {
      for (int i = 0; i < cluster.poolWorkers(k); i++) {
        next.add(failure(0, Worker.of(cluster, cluster.poolName(k), i), settings.get()));
      }
    }
  }

  private Change failure(double fromSeconds, Worker worker, FailureModel often) {
    double service = -often.meanSeconds() * FastMath.log(1 - random.random());
    return new Change(fromSeconds + service, worker, true);
  }

  /**
   * Returns whether any worker is out of service.
   *
   * @return true during an outage
   */
  public boolean anyOut() {
    return !out.isEmpty();
  }

  /**
   * Returns the first undelivered failure of each worker before a time.
   *
   * @param endSeconds the time, in simulated seconds
   * @return failure time by worker
   */
  public Map<Worker, Double> before(double endSeconds) {
    if (settings.isEmpty()) {
      return Map.of();
    }
    while (!next.isEmpty() && next.peek().atSeconds() < endSeconds) {
      Change change = next.remove();
      double at = change.atSeconds();
      next.add(
          change.fails()
              ? new Change(at + settings.get().repairSeconds(), change.worker(), false)
              : failure(at, change.worker(), settings.get()));
      seen.add(change);
    }
    Map<Worker, Double> first = new HashMap<>();
    for (Change change : seen) {
      if (change.fails()) {
        first.putIfAbsent(change.worker(), change.atSeconds());
      }
    }
    return first;
  }

  /**
   * Delivers all events before a time.
   *
   * @param endSeconds the time, in simulated seconds
   * @param scheduler receives the events in order
   */
  public void deliver(double endSeconds, Consumer<SchedulerEvent> scheduler) {
    before(endSeconds);
    while (!seen.isEmpty() && seen.peek().atSeconds() < endSeconds) {
      Change change = seen.remove();
      double at = change.atSeconds();
      List<Worker> one = List.of(change.worker());
      if (change.fails()) {
        failures++;
        out.put(change.worker(), at);
      } else {
        outSeconds += at - Objects.requireNonNull(out.remove(change.worker()));
      }
      scheduler.accept(change.fails() ? new WorkersLost(at, one) : new WorkersReturned(at, one));
    }
  }

  /**
   * Records a lease whose work was lost by a failure.
   *
   * @param lease the lease
   * @param endSeconds the time of the failure, in simulated seconds
   */
  public void lost(Lease lease, double endSeconds) {
    leasesLost++;
    lostWorkerSeconds += lease.workersHeld() * (endSeconds - lease.startSeconds());
  }

  /**
   * Returns the cost of all failures so far.
   *
   * @param now the end of the accounting, in simulated seconds
   * @return the cost; empty if workers never fail
   */
  public Optional<BreakdownCost> cost(double now) {
    double open = outSeconds;
    for (double since :
        out.values().stream().sorted().toList()) { // sums must not depend on hash order
      open += now - since;
    }
    double all = workers * now;
    double availability = all > 0 ? 1 - open / all : 1;
    return settings.map(
        often -> new BreakdownCost(failures, leasesLost, lostWorkerSeconds, availability));
  }
}
