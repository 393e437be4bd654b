package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the groups of a selection their workers: extended leases first, then larger gangs first.
 */
final class Leases {

  /** A lease and whether its time was owed. */
  record Granted(Lease lease, int group, boolean owed) {}

  private static final Comparator<Granted> BY_PLACE =
      Comparator.comparingInt((Granted granted) -> granted.lease().workerType())
          .thenComparingInt(granted -> granted.lease().workers().get(0).index());

  private final Ledger ledger;
  private final Selection selection;
  private final Workers workers;
  private final OpenLeases numbers;
  private final double start;
  private final double end;
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
    List<Placement> pools = new ArrayList<>();
    for (int k = 0; k < cluster.poolCount(); k++) {
      pools.add(new Placement(workers, k));
    }
    List<Integer> moved = new ArrayList<>();
    for (int g : selection.groups()) {
      Running last = before[problem.group(g).member(0)];
      if (last != null && staysIn(last, g)) {
        pools.get(cluster.poolOf(selection.typeOf(g))).keep(last.workers());
        add(g, last.lease(), last.workers(), true);
      } else {
        moved.add(g);
      }
    }
    moved.sort(Comparator.comparingInt(problem::scaleFactor).reversed()); // stable
    for (int g : moved) {
      int k = cluster.poolOf(selection.typeOf(g));
      List<Worker> gang = pools.get(k).place(problem.scaleFactor(g));
      add(g, numbers.takeNumber(), gang, false);
    }
    granted.sort(BY_PLACE);
  }

  private boolean staysIn(Running last, int g) {
    return last.workerType() == selection.typeOf(g)
        && last.jobIds().equals(ledger.idsOf(g))
        && last.workers().size() == ledger.allocation().problem().scaleFactor(g)
        && last.workers().stream().allMatch(workers::isAssignable);
  }

  private void add(int g, long number, List<Worker> gang, boolean extended) {
    int j = selection.typeOf(g);
    Lease lease = new Lease(number, ledger.idsOf(g), j, gang, start, end, extended);
    granted.add(new Granted(lease, g, selection.isOwed(g)));
  }
}
