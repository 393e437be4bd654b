package io.gavel.mechanism;

import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the groups of a selection their workers: extended leases and shares of workers that are in
 * use first, then larger gangs first, and shares of other workers last.
 */
final class Leases {

  /** A lease of a round and what runs in it. */
  record Granted(Lease lease, Part part) {}

  private final Groups groups;
  private final RoundSelection selection;
  private final Workers workers;
  private final Cluster cluster;
  private final OpenLeases numbers;
  private final double start;
  private final double end;
  private final List<Placement> pools = new ArrayList<>();
  private final List<Granted> granted = new ArrayList<>();

  private Leases(
      Groups groups,
      RoundSelection selection,
      Workers workers,
      OpenLeases numbers,
      double start,
      double end) {
    this.groups = groups;
    this.selection = selection;
    this.workers = workers;
    this.cluster = workers.cluster();
    this.numbers = numbers;
    this.start = start;
    this.end = end;
  }

  /**
   * The leases of a round.
   *
   * @param before by job, what it ran in until now
   * @param numbers of leases that are no extension
   * @return by worker type, then by first worker
   */
  static List<Granted> grant(
      Groups groups,
      RoundSelection selection,
      Workers workers,
      @Nullable Part[] before,
      OpenLeases numbers,
      double start,
      double end) {
    Leases leases = new Leases(groups, selection, workers, numbers, start, end);
    leases.place(before);
    return leases.byPlace();
  }

  private void place(@Nullable Part[] before) {
    for (int k = 0; k < cluster.poolCount(); k++) {
      pools.add(new Placement(workers, k));
    }
    shareWorkers(before, worker -> worker != SharedWorkers.ANY);
    int[] running = selection.groups();
    int moved = 0;
    for (int g : running) {
      Part last = before[groups.first(g)];
      if (!groups.isShare(g) && last != null && staysIn(last, g)) {
        pools.get(cluster.poolOf(selection.typeOf(g))).keep(last.workers);
        add(g, last.lease, last.workers, true);
      } else if (!groups.isShare(g)) {
        running[moved++] = g;
      }
    }
    int[][] bySize = groups.bySize(running, moved);
    for (int size = bySize.length - 1; size >= 0; size--) {
      for (int position : bySize[size]) {
        int g = running[position];
        int k = cluster.poolOf(selection.typeOf(g));
        add(g, numbers.takeNumber(), pools.get(k).place(groups.scaleFactor(g)), false);
      }
    }
    shareWorkers(before, worker -> worker == SharedWorkers.ANY);
  }

  /** Leases for those who share workers of which the index is known, or is to be found. */
  private void shareWorkers(@Nullable Part[] before, IntPredicate which) {
    for (int k = 0; k < pools.size(); k++) {
      for (SharedWorkers.Shared shared : selection.shared(k)) {
        if (which.test(shared.worker())) {
          List<Worker> worker =
              shared.worker() == SharedWorkers.ANY
                  ? pools.get(k).place(1)
                  : pools.get(k).keep(shared.worker());
          shared.groups().forEach(g -> share(g, worker, before));
        }
      }
    }
  }

  private void share(int g, List<Worker> worker, @Nullable Part[] before) {
    Part last = before[groups.first(g)];
    if (last != null && staysIn(last, g) && last.workers.equals(worker)) {
      add(g, last.lease, worker, true);
    } else {
      add(g, numbers.takeNumber(), worker, false);
    }
  }

  private boolean staysIn(Part last, int g) {
    return last.workerType == selection.typeOf(g)
        && last.group() == g
        && last.workers.size() == groups.scaleFactor(g)
        && last.gpuMilli == groups.gpuMilli(g)
        && workers.areAssignable(last.workers);
  }

  private void add(int g, long number, List<Worker> gang, boolean extended) {
    int j = selection.typeOf(g);
    int milli = groups.gpuMilli(g);
    Lease lease = new Lease(number, groups.idsOf(g), j, gang, milli, start, end, extended);
    granted.add(new Granted(lease, Part.of(lease, g, selection.isOwed(g), groups)));
  }

  /** By type and first worker; those who share a worker, by group. */
  private List<Granted> byPlace() {
    long[] keys = new long[granted.size()];
    int[] next = new int[cluster.typeCount() + 1];
    for (int i = 0; i < keys.length; i++) {
      Part part = granted.get(i).part();
      keys[i] = DigitSort.key(part.workers.get(0).index(), i);
      next[part.workerType + 1]++;
    }
    for (int j = 1; j < next.length; j++) {
      next[j] += next[j - 1];
    }
    int[] first = next.clone();
    Granted[] sorted = new Granted[keys.length];
    for (long key : DigitSort.sort(keys)) {
      Granted grant = granted.get(DigitSort.position(key));
      int j = grant.part().workerType;
      int at = next[j]++;
      for (; at > first[j] && sharesAndPrecedes(grant.part(), sorted[at - 1].part()); at--) {
        sorted[at] = sorted[at - 1];
      }
      sorted[at] = grant;
    }
    return Arrays.asList(sorted);
  }

  private static boolean sharesAndPrecedes(Part part, Part before) {
    return part.gpuMilli < Job.WHOLE_WORKER
        && part.workers.get(0).index() == before.workers.get(0).index()
        && part.group() < before.group();
  }
}
