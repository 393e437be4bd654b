package io.gavel.legacy;

import io.gavel.legacy.OriginalSelection.Choice;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns workers to selected groups, larger gangs first. Among gangs of one size, gangs that ran
 * on the type in the last round keep their workers; the remaining gangs take free workers server by
 * server. Groups that no allocation lists get no workers, although they are selected.
 */
final class OriginalWorkers {

  private final Cluster cluster;
  private final Map<List<String>, Lease> before = new HashMap<>();
  private final BitSet[] used; // by pool: workers
  private final int[] next; // by pool: no worker before this one is free
  private final double start;
  private final double end;
  private final List<Lease> leases = new ArrayList<>();
  private long number;

  private OriginalWorkers(
      Cluster cluster, List<Lease> before, double start, double end, long number) {
    this.number = number;
    this.cluster = cluster;
    before.forEach(lease -> this.before.put(lease.jobIds(), lease));
    this.next = new int[cluster.poolCount()];
    this.used = new BitSet[next.length];
    Arrays.setAll(used, k -> new BitSet(cluster.poolWorkers(k)));
    this.start = start;
    this.end = end;
  }

  /** Returns leases by type, then by first worker; new leases are numbered from {@code number}. */
  static List<Lease> assign(
      Cluster cluster,
      List<Choice> choices,
      List<Lease> before,
      double start,
      double end,
      long number) {
    OriginalWorkers workers = new OriginalWorkers(cluster, before, start, end, number);
    List<Choice> sorted = new ArrayList<>(choices);
    sorted.sort(Comparator.<Choice>comparingInt(c -> c.row().scaleFactor).reversed());
    for (int from = 0, to; from < sorted.size(); from = to) {
      to = from;
      int size = sorted.get(from).row().scaleFactor;
      while (to < sorted.size() && sorted.get(to).row().scaleFactor == size) {
        to++;
      }
      List<Choice> moved = new ArrayList<>();
      for (Choice choice : sorted.subList(from, to)) {
        if (!workers.keep(choice) && choice.row().isAllocated) {
          moved.add(choice);
        }
      }
      moved.forEach(workers::fill);
    }
    workers.leases.sort(
        Comparator.comparingInt(Lease::workerType)
            .thenComparingInt(lease -> lease.workers().get(0).index()));
    return workers.leases;
  }

  private boolean keep(Choice choice) {
    Lease last = before.get(choice.row().ids);
    if (last == null || last.workerType() != choice.type() || !areFree(last.workers())) {
      return false;
    }
    add(choice, last.workers(), last.number(), true);
    return true;
  }

  private boolean areFree(List<Worker> workers) {
    boolean free = true;
    for (Worker worker : workers) {
      free &= !isUsed(worker);
    }
    return free;
  }

  private boolean isUsed(Worker worker) {
    return used[worker.pool()].get(worker.index());
  }

  private void fill(Choice choice) {
    int k = cluster.poolOf(choice.type());
    int perServer = cluster.type(choice.type()).workersPerServer();
    List<Worker> gang = new ArrayList<>();
    while (gang.size() < choice.row().scaleFactor) {
      Worker worker = new Worker(k, next[k], next[k] / perServer);
      next[k]++;
      if (!isUsed(worker)) {
        gang.add(worker);
      }
    }
    add(choice, gang, number++, false);
  }

  private void add(Choice choice, List<Worker> workers, long lease, boolean extended) {
    workers.forEach(worker -> used[worker.pool()].set(worker.index()));
    int all = Job.WHOLE_WORKER;
    leases.add(
        new Lease(lease, choice.row().ids, choice.type(), workers, all, start, end, extended));
  }
}
