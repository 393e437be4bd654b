package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.WorkerCounts;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.Availability;
import io.gavel.mechanism.state.SchedulerState.WorkerStatus;
import io.gavel.policies.model.Cluster;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The availability of the workers of a cluster. Only workers that are not {@link Availability#UP}
 * are stored, so it costs nothing while no worker is missing. Mutable.
 */
public final class Workers implements WorkerCounts {

  private static final Comparator<Worker> ORDER =
      Comparator.comparingInt(Worker::pool).thenComparingInt(Worker::index);

  private final Cluster cluster;
  private final SortedMap<Worker, Availability> notUp = new TreeMap<>(ORDER);
  private final int[] assignable; // by pool: workers that the next plan may use
  private final int[] usable; // by pool: workers that serve in the current round
  private final int[] perServer; // by pool

  public Workers(Cluster cluster) {
    this.cluster = cluster;
    this.assignable = IntStream.range(0, cluster.poolCount()).map(cluster::poolWorkers).toArray();
    this.usable = assignable.clone();
    this.perServer = new int[assignable.length];
    for (int j = 0; j < cluster.typeCount(); j++) {
      perServer[cluster.poolOf(j)] = cluster.type(j).workersPerServer();
    }
  }

  public static Workers restore(Cluster cluster, List<WorkerStatus> statuses) {
    Workers workers = new Workers(cluster);
    statuses.forEach(
        status -> workers.change(workers.require(status.worker()), old -> status.availability()));
    return workers;
  }

  public Cluster cluster() {
    return cluster;
  }

  /** Returns the number of workers per server in a pool. */
  int perServer(int k) {
    return perServer[k];
  }

  @Override
  public int assignable(int k) {
    return assignable[k];
  }

  @Override
  public int usable(int k) {
    return usable[k];
  }

  public boolean isAssignable(Worker worker) {
    return notUp.isEmpty() || AvailabilityTransitions.isAssignable(of(worker));
  }

  /** Returns the number of some workers that the next plan may use. */
  public int assignable(List<Worker> workers) {
    return notUp.isEmpty()
        ? workers.size()
        : (int) workers.stream().filter(this::isAssignable).count();
  }

  public boolean areAssignable(List<Worker> workers) {
    return notUp.isEmpty() || workers.stream().allMatch(this::isAssignable);
  }

  public boolean isOut(Worker worker) {
    return of(worker) == Availability.OUT;
  }

  /** Returns the workers of a pool that the next plan must not use. */
  List<Worker> unassignable(int k) {
    return notUp.keySet().stream()
        .filter(worker -> worker.pool() == k && !isAssignable(worker))
        .toList();
  }

  public List<WorkerStatus> statuses() {
    return notUp.entrySet().stream()
        .map(entry -> new WorkerStatus(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Requires that the cluster has such a worker. */
  public Worker require(Worker worker) {
    int k = worker.pool();
    if (k >= cluster.poolCount()
        || worker.index() >= cluster.poolWorkers(k)
        || worker.server() != worker.index() / perServer[k]) {
      throw new IllegalArgumentException("%s does not exist in %s".formatted(worker, cluster));
    }
    return worker;
  }

  /** Changes the availability of workers; returns whether any changed. */
  public boolean change(List<Worker> workers, UnaryOperator<Availability> change) {
    boolean changed = false;
    for (Worker worker : workers) {
      changed |= change(worker, change);
    }
    return changed;
  }

  private boolean change(Worker worker, UnaryOperator<Availability> change) {
    Availability before = of(worker);
    Availability after = change.apply(before);
    int k = worker.pool();
    assignable[k] +=
        (AvailabilityTransitions.isAssignable(after) ? 1 : 0)
            - (AvailabilityTransitions.isAssignable(before) ? 1 : 0);
    usable[k] +=
        (AvailabilityTransitions.isUsable(after) ? 1 : 0)
            - (AvailabilityTransitions.isUsable(before) ? 1 : 0);
    if (after == Availability.UP) {
      notUp.remove(worker);
    } else {
      notUp.put(worker, after);
    }
    return before != after;
  }

  /** Applies the transitions of the start of a round. */
  public void startRound() {
    change(List.copyOf(notUp.keySet()), AvailabilityTransitions::planned);
  }

  private Availability of(Worker worker) {
    return notUp.getOrDefault(worker, Availability.UP);
  }
}
