package io.gavel.mechanism.workers;

import io.gavel.mechanism.ledger.GroupIndex;
import io.gavel.mechanism.ledger.RadixSort;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Assigns workers to the groups of a selection and grants their leases. Extended leases and shares
 * of known workers come first, then gangs, larger ones first, and shares of other workers last.
 */
public final class LeaseAssigner {

  /** A lease of a round and its open lease. */
  public record Granted(Lease lease, OpenLease openLease) {}

  private final GroupIndex groupIndex;
  private final RoundSelection selection;
  private final Workers workers;
  private final Cluster cluster;
  private final LeaseTable table;
  private final double start;
  private final double end;
  private final List<GangFit> pools = new ArrayList<>();
  private final List<Granted> granted = new ArrayList<>();

  private LeaseAssigner(
      GroupIndex groupIndex,
      RoundSelection selection,
      Workers workers,
      LeaseTable table,
      double start,
      double end) {
    this.groupIndex = groupIndex;
    this.selection = selection;
    this.workers = workers;
    this.cluster = workers.cluster();
    this.table = table;
    this.start = start;
    this.end = end;
  }

  /**
   * Grants the leases of a round.
   *
   * @param running leases that go on as they are, apart from the selection
   * @param before by job, its lease until now
   * @param table issues the numbers of leases that are not extensions
   * @return by worker type, then by first worker
   */
  public static List<Granted> grant(
      GroupIndex groupIndex,
      RoundSelection selection,
      Workers workers,
      List<OpenLease> running,
      @Nullable OpenLease[] before,
      LeaseTable table,
      double start,
      double end) {
    LeaseAssigner assigner = new LeaseAssigner(groupIndex, selection, workers, table, start, end);
    assigner.place(running, before);
    return assigner.byPlace();
  }

  private void place(List<OpenLease> held, @Nullable OpenLease[] before) {
    for (int k = 0; k < cluster.poolCount(); k++) {
      pools.add(new GangFit(workers, k));
    }
    for (OpenLease open : held) {
      if (open.gpuMilli == Job.WHOLE_WORKER) {
        pools
            .get(cluster.poolOf(open.workerType))
            .keep(open.workers.stream().filter(workers::isAssignable).toList());
      }
    }
    shareWorkers(before, worker -> worker != SharePacking.ANY);
    int[] running = selection.groups();
    int moved = 0;
    for (int g : running) {
      OpenLease last = before[groupIndex.first(g)];
      if (!groupIndex.isShare(g) && last != null && staysIn(last, g)) {
        pools.get(cluster.poolOf(selection.typeOf(g))).keep(last.workers);
        add(g, last.lease, last.workers, last);
      } else if (!groupIndex.isShare(g)) {
        running[moved++] = g;
      }
    }
    int[][] bySize = groupIndex.bySize(running, moved);
    for (int size = bySize.length - 1; size >= 0; size--) {
      for (int position : bySize[size]) {
        int g = running[position];
        int k = cluster.poolOf(selection.typeOf(g));
        add(g, table.takeNumber(), pools.get(k).place(groupIndex.scaleFactor(g)), null);
      }
    }
    shareWorkers(before, worker -> worker == SharePacking.ANY);
  }

  /** Grants leases on shared workers whose index is known, or is still to be found. */
  private void shareWorkers(@Nullable OpenLease[] before, IntPredicate which) {
    for (int k = 0; k < pools.size(); k++) {
      for (SharePacking.Shared shared : selection.shared(k)) {
        if (which.test(shared.worker())) {
          List<Worker> worker =
              shared.worker() == SharePacking.ANY
                  ? pools.get(k).place(1)
                  : pools.get(k).keep(shared.worker());
          shared.groups().forEach(g -> share(g, worker, before));
        }
      }
    }
  }

  private void share(int g, List<Worker> worker, @Nullable OpenLease[] before) {
    OpenLease last = before[groupIndex.first(g)];
    if (last != null && staysIn(last, g) && last.workers.equals(worker)) {
      add(g, last.lease, worker, last);
    } else {
      add(g, table.takeNumber(), worker, null);
    }
  }

  private boolean staysIn(OpenLease last, int g) {
    return last.workerType == selection.typeOf(g)
        && last.group() == g
        && last.workers.size() == groupIndex.scaleFactor(g)
        && last.gpuMilli == groupIndex.gpuMilli(g)
        && workers.areAssignable(last.workers);
  }

  /** Grants a lease, which extends another if one is given. */
  private void add(int g, long number, List<Worker> gang, @Nullable OpenLease extended) {
    int j = selection.typeOf(g);
    int milli = groupIndex.gpuMilli(g);
    double since = extended == null ? start : extended.sinceSeconds;
    Lease lease =
        new Lease(
            number,
            groupIndex.idsOf(g),
            j,
            gang,
            milli,
            start,
            end,
            extended != null,
            groupIndex.configurationOf(g));
    boolean owed = selection.isOwed(g);
    granted.add(new Granted(lease, OpenLease.of(lease, since, g, owed, groupIndex)));
  }

  /** Sorted by type, then first worker; leases that share a worker, by group. */
  private List<Granted> byPlace() {
    long[] keys = new long[granted.size()];
    int[] next = new int[cluster.typeCount() + 1];
    for (int i = 0; i < keys.length; i++) {
      OpenLease openLease = granted.get(i).openLease();
      keys[i] = RadixSort.key(openLease.workers.get(0).index(), i);
      next[openLease.workerType + 1]++;
    }
    for (int j = 1; j < next.length; j++) {
      next[j] += next[j - 1];
    }
    int[] first = next.clone();
    Granted[] sorted = new Granted[keys.length];
    for (long key : RadixSort.sort(keys)) {
      Granted grant = granted.get(RadixSort.position(key));
      int j = grant.openLease().workerType;
      int at = next[j]++;
      for (;
          at > first[j] && sharesAndPrecedes(grant.openLease(), sorted[at - 1].openLease());
          at--) {
        sorted[at] = sorted[at - 1];
      }
      sorted[at] = grant;
    }
    return Arrays.asList(sorted);
  }

  private static boolean sharesAndPrecedes(OpenLease openLease, OpenLease before) {
    return openLease.gpuMilli < Job.WHOLE_WORKER
        && openLease.workers.get(0).index() == before.workers.get(0).index()
        && openLease.group() < before.group();
  }
}
