package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.workers.SharePacking.Shared;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Assigns workers to the groups of a selection and grants their leases. Extended leases and shares
 * of known workers come first, then gangs, larger ones first, and shares of other workers last.
 */
public final class LeaseAssigner {

  /** A lease of a round and its open lease. */
  public record Granted(Lease lease, OpenLease openLease) {}

  private static final Comparator<Granted> BY_PLACE =
      Comparator.comparingInt((Granted grant) -> grant.openLease().workerType)
          .thenComparingInt(grant -> grant.openLease().workers.get(0).index())
          .thenComparingInt(grant -> grant.openLease().group());

  private final GroupIndex groupIndex;
  private final RoundSelection selection;
  private final Workers workers;
  private final Cluster cluster;
  private final LeaseTable table;
  private final double start;
  private final double end;
  private final List<WorkerFit> pools = new ArrayList<>();
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
   * @param strategy chooses the workers of leases that are not extensions; empty = first fit
   * @return by worker type, then by first worker; leases that share a worker, by group
   */
  public static List<Granted> grant(
      GroupIndex groupIndex,
      RoundSelection selection,
      Workers workers,
      List<OpenLease> running,
      @Nullable OpenLease[] before,
      LeaseTable table,
      Optional<PlacementStrategy> strategy,
      double start,
      double end) {
    LeaseAssigner assigner = new LeaseAssigner(groupIndex, selection, workers, table, start, end);
    assigner.place(running, before, strategy);
    assigner.granted.sort(BY_PLACE);
    return assigner.granted;
  }

  private void place(
      List<OpenLease> held, @Nullable OpenLease[] before, Optional<PlacementStrategy> strategy) {
    for (int k = 0; k < cluster.poolCount(); k++) {
      int pool = k;
      pools.add(
          strategy
              .<WorkerFit>map(chosen -> new StrategyFit(workers, pool, groupIndex, chosen))
              .orElseGet(() -> new GangFit(workers, pool)));
    }
    for (OpenLease open : held) {
      if (open.gpuMilli == Job.WHOLE_WORKER) {
        keep(open.workers.stream().filter(workers::isAssignable).toList());
      }
    }
    List<Map<Shared, List<Worker>>> known = keepShared();
    if (strategy.isEmpty()) {
      known.forEach(shared -> shared.forEach((on, worker) -> share(on, worker, before)));
    }
    int[] running = selection.groups();
    int moved = 0;
    for (int g : running) {
      OpenLease last = before[groupIndex.first(g)];
      if (!groupIndex.isShare(g) && last != null && staysIn(last, g)) {
        keep(last.workers);
        add(g, last.lease, last.workers, last);
      } else if (!groupIndex.isShare(g)) {
        running[moved++] = g;
      }
    }
    int[][] bySize = groupIndex.bySize(running, moved);
    for (int size = bySize.length - 1; size >= 0; size--) {
      for (int position : bySize[size]) {
        int g = running[position];
        add(g, table.takeNumber(), gang(g), null);
      }
    }
    for (int k = 0; k < pools.size(); k++) {
      if (strategy.isEmpty() || !shareByStrategy(k, held, known.get(k), before)) {
        if (strategy.isPresent()) {
          known.get(k).forEach((on, worker) -> share(on, worker, before));
        }
        for (Shared shared : selection.shared(k)) {
          if (shared.worker() == SharePacking.ANY) {
            share(shared, pools.get(k).place(shared.groups().get(0), 1), before);
          }
        }
      }
    }
  }

  private void keep(List<Worker> gang) {
    gang.forEach(worker -> pools.get(worker.pool()).keep(List.of(worker)));
  }

  /** Places a gang: first its workers of the type that it runs on, then of the other pools. */
  private List<Worker> gang(int g) {
    int j = selection.typeOf(g);
    int own = cluster.poolOf(j);
    if (!groupIndex.isCoGang(g)) {
      return pools.get(own).place(g, groupIndex.scaleFactor(g));
    }
    List<Worker> gang = new ArrayList<>(pools.get(own).place(g, groupIndex.gang(g, j, own)));
    for (int k = 0; k < pools.size(); k++) {
      if (k != own && groupIndex.gang(g, j, k) > 0) {
        gang.addAll(pools.get(k).place(g, groupIndex.gang(g, j, k)));
      }
    }
    return gang;
  }

  /** Takes the shared workers whose index is known, by pool. */
  private List<Map<Shared, List<Worker>>> keepShared() {
    List<Map<Shared, List<Worker>>> known = new ArrayList<>();
    for (int k = 0; k < pools.size(); k++) {
      Map<Shared, List<Worker>> kept = new LinkedHashMap<>();
      for (Shared shared : selection.shared(k)) {
        if (shared.worker() != SharePacking.ANY) {
          kept.put(shared, pools.get(k).keep(shared.worker()));
        }
      }
      known.add(kept);
    }
    return known;
  }

  private void share(Shared shared, List<Worker> worker, @Nullable OpenLease[] before) {
    shared.groups().forEach(g -> share(g, worker, before));
  }

  /**
   * Lets the strategy choose workers for the shares that do not keep theirs, in order of arrival.
   * The selection has packed them as tightly as it could; a strategy may leave no room for the last
   * of them.
   *
   * @return false if that is so; then nothing has changed
   */
  private boolean shareByStrategy(
      int k, List<OpenLease> held, Map<Shared, List<Worker>> known, @Nullable OpenLease[] before) {
    Map<Integer, Worker> staying = new TreeMap<>();
    List<Integer> others = new ArrayList<>();
    for (Shared shared : selection.shared(k)) {
      for (int g : shared.groups()) {
        OpenLease last = before[groupIndex.first(g)];
        if (last != null && staysIn(last, g) && last.workers.equals(known.get(shared))) {
          staying.put(g, last.workers.get(0));
        } else {
          others.add(g);
        }
      }
    }
    others.sort(Comparator.naturalOrder());
    List<OpenLease> shares =
        held.stream()
            .filter(open -> open.gpuMilli < Job.WHOLE_WORKER)
            .filter(open -> cluster.poolOf(open.workerType) == k)
            .filter(open -> workers.areAssignable(open.workers))
            .toList();
    List<Worker> reserved = known.values().stream().flatMap(List::stream).toList();
    Optional<Map<Integer, Worker>> placed =
        ((StrategyFit) pools.get(k)).placeShares(shares, staying, reserved, others);
    staying.putAll(placed.orElse(Map.of()));
    if (placed.isPresent()) {
      staying.forEach((g, worker) -> share(g, List.of(worker), before));
    }
    return placed.isPresent();
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
        && groupIndex.isGang(g, last.workerType, last.workers)
        && last.gpuMilli == groupIndex.gpuMilli(g)
        && workers.areAssignable(last.workers);
  }

  /** Grants a lease, which extends another if one is given. */
  private void add(int g, long number, List<Worker> gang, @Nullable OpenLease extended) {
    int j = selection.typeOf(g);
    int milli = groupIndex.gpuMilli(g);
    double since = extended == null ? start : extended.sinceSeconds;
    boolean owed = selection.isOwed(g);
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
            owed,
            groupIndex.configurationOf(g));
    granted.add(new Granted(lease, OpenLease.of(lease, since, g, owed, groupIndex)));
  }
}
