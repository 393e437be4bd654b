package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives the groups of a selection their workers: extended leases and shares of workers that are in
 * use first, then larger gangs first, and shares of other workers last.
 */
final class Leases {

  /** A lease and whether its time was owed. */
  record Granted(Lease lease, int group, boolean owed) {}

  private static final Comparator<Granted> BY_PLACE =
      Comparator.comparingInt((Granted granted) -> granted.lease().workerType())
          .thenComparingInt(granted -> granted.lease().workers().get(0).index())
          .thenComparingInt(Granted::group);

  private final Ledger ledger;
  private final Selection selection;
  private final Workers workers;
  private final OpenLeases numbers;
  private final double start;
  private final double end;
  private final List<Placement> pools = new ArrayList<>();
  private final List<Granted> granted = new ArrayList<>();

  private Leases(
      Ledger ledger,
      Selection selection,
      Workers workers,
      OpenLeases numbers,
      double start,
      double end) {
    this.ledger = ledger;
    this.selection = selection;
    this.workers = workers;
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
      Ledger ledger,
      Selection selection,
      Workers workers,
      @Nullable Running[] before,
      OpenLeases numbers,
      double start,
      double end) {
    Leases leases = new Leases(ledger, selection, workers, numbers, start, end);
    leases.place(before);
    return leases.granted;
  }

  private void place(@Nullable Running[] before) {
    AllocationProblem problem = ledger.allocation().problem();
    Cluster cluster = workers.cluster();
    for (int k = 0; k < cluster.poolCount(); k++) {
      pools.add(new Placement(workers, k));
    }
    shareWorkers(before, worker -> worker != SharedWorkers.ANY);
    SortedMap<Integer, List<Integer>> moved = new TreeMap<>(Comparator.reverseOrder()); // by size
    for (int g : selection.groups()) {
      Running last = before[problem.group(g).member(0)];
      boolean shares = problem.gpuMilli(g) < Job.WHOLE_WORKER;
      if (!shares && last != null && staysIn(last, g)) {
        pools.get(cluster.poolOf(selection.typeOf(g))).keep(last.workers());
        add(g, last.lease(), last.workers(), true);
      } else if (!shares) {
        moved.computeIfAbsent(problem.scaleFactor(g), size -> new ArrayList<>()).add(g);
      }
    }
    for (List<Integer> sameSize : moved.values()) {
      for (int g : sameSize) {
        int k = cluster.poolOf(selection.typeOf(g));
        List<Worker> gang = pools.get(k).place(problem.scaleFactor(g));
        add(g, numbers.takeNumber(), gang, false);
      }
    }
    shareWorkers(before, worker -> worker == SharedWorkers.ANY);
    granted.sort(BY_PLACE);
  }

  /** Leases for those who share workers of which the index is known, or is to be found. */
  private void shareWorkers(@Nullable Running[] before, IntPredicate which) {
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

  private void share(int g, List<Worker> worker, @Nullable Running[] before) {
    Running last = before[ledger.allocation().problem().group(g).member(0)];
    if (last != null && staysIn(last, g) && last.workers().equals(worker)) {
      add(g, last.lease(), worker, true);
    } else {
      add(g, numbers.takeNumber(), worker, false);
    }
  }

  private boolean staysIn(Running last, int g) {
    return last.workerType() == selection.typeOf(g)
        && last.jobIds().equals(ledger.idsOf(g))
        && last.workers().size() == ledger.allocation().problem().scaleFactor(g)
        && last.gpuMilli() == ledger.allocation().problem().gpuMilli(g)
        && last.workers().stream().allMatch(workers::isAssignable);
  }

  private void add(int g, long number, List<Worker> gang, boolean extended) {
    int j = selection.typeOf(g);
    int milli = ledger.allocation().problem().gpuMilli(g);
    Lease lease = new Lease(number, ledger.idsOf(g), j, gang, milli, start, end, extended);
    granted.add(new Granted(lease, g, selection.isOwed(g)));
  }
}
