package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the groups of a selection their workers: extended leases first, then larger gangs first.
 */
final class Leases {

  /** A lease and whether its time was owed. */
  record Granted(Lease lease, boolean owed) {
    Running running() {
      return new Running(
          lease.jobIds(), lease.workerType(), lease.startSeconds(), lease.endSeconds(), owed);
    }
  }

  private static final Comparator<Granted> BY_PLACE =
      Comparator.comparingInt((Granted granted) -> granted.lease().workerType())
          .thenComparingInt(granted -> granted.lease().workers().get(0).index());

  private final Ledger ledger;
  private final Selection selection;
  private final double start;
  private final double end;
  private final List<Placement> pools = new ArrayList<>();
  private final List<Granted> granted = new ArrayList<>();

  private Leases(Ledger ledger, Selection selection, double start, double end) {
    this.ledger = ledger;
    this.selection = selection;
    this.start = start;
    this.end = end;
  }

  /**
   * The leases of a round.
   *
   * @param before those of the round before
   * @return by worker type, then by first worker
   */
  static List<Granted> grant(
      Ledger ledger, Selection selection, List<Lease> before, double start, double end) {
    Leases leases = new Leases(ledger, selection, start, end);
    leases.place(before);
    return leases.granted;
  }

  private void place(List<Lease> before) {
    AllocationProblem problem = ledger.allocation().problem();
    Cluster cluster = problem.cluster();
    for (int k = 0; k < cluster.poolCount(); k++) {
      pools.add(new Placement(cluster, k));
    }
    Map<List<String>, Lease> leaseBefore = new HashMap<>();
    before.forEach(lease -> leaseBefore.put(lease.jobIds(), lease));
    List<Integer> moved = new ArrayList<>();
    for (int g : selection.groups()) {
      Lease last = leaseBefore.get(ledger.idsOf(g));
      int j = selection.typeOf(g);
      if (last != null
          && last.workerType() == j
          && last.workers().size() == problem.scaleFactor(g)) {
        pools.get(cluster.poolOf(j)).keep(last.workers());
        add(g, j, last.workers(), true);
      } else {
        moved.add(g);
      }
    }
    moved.sort(Comparator.comparingInt(problem::scaleFactor).reversed()); // stable
    for (int g : moved) {
      int j = selection.typeOf(g);
      add(g, j, pools.get(cluster.poolOf(j)).place(problem.scaleFactor(g)), false);
    }
    granted.sort(BY_PLACE);
  }

  private void add(int g, int j, List<Worker> workers, boolean extended) {
    Lease lease = new Lease(ledger.idsOf(g), j, workers, start, end, extended);
    granted.add(new Granted(lease, selection.isOwed(g)));
  }
}
