package io.gavel.legacy;

import io.gavel.legacy.OriginalSelection.Choice;
import io.gavel.mechanism.placement.Placement;
import io.gavel.mechanism.placement.PlacementRequest;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.Placer;
import io.gavel.mechanism.placement.Server;
import io.gavel.mechanism.placement.Servers;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Selects and places one-worker jobs by the rules of {@link OriginalSharing}. */
final class OriginalShares {

  private static final Comparator<Choice> LARGEST_FIRST =
      Comparator.<Choice>comparingDouble(choice -> choice.row().priority[choice.type()])
          .thenComparingDouble(choice -> choice.row().deficit[choice.type()])
          .thenComparingDouble(choice -> choice.row().fraction[choice.type()])
          .reversed();

  private final Cluster cluster;
  private final List<Servers> servers = new ArrayList<>(); // by type
  private final List<Placer> placers = new ArrayList<>(); // by type
  private final Map<Choice, Worker> placed = new HashMap<>();
  private final List<Choice> choices = new ArrayList<>();
  private final Set<List<String>> taken = new HashSet<>();

  private OriginalShares(Cluster cluster, PlacementStrategy strategy) {
    this.cluster = cluster;
    for (int j = 0; j < cluster.typeCount(); j++) {
      Server all =
          new Server(
              cluster.type(j).name(), 0, 0, cluster.type(j).workers(), cluster.type(j).name());
      servers.add(Servers.of(List.of(all)));
      placers.add(strategy.on(servers.get(j)));
    }
  }

  /** Fills all workers again. */
  static OriginalShares of(
      Cluster cluster,
      OriginalSharing sharing,
      OriginalLedger ledger,
      List<Integer> typeOrder,
      List<Lease> before) {
    List<Choice> queue = new ArrayList<>();
    for (int j : typeOrder) {
      ledger.rows().forEach(row -> queue.add(new Choice(row, j)));
    }
    queue.sort(LARGEST_FIRST); // stable
    Set<List<String>> running = new HashSet<>();
    before.forEach(lease -> running.add(lease.jobIds()));
    OriginalShares shares = new OriginalShares(cluster, sharing.strategy());
    for (Choice choice : queue) {
      if (running.contains(choice.row().ids)) {
        shares.place(choice, false);
      }
    }
    for (Choice choice : queue) {
      shares.place(choice, sharing.waiting() == ZeroPriority.SELECTED);
    }
    return shares;
  }

  private void place(Choice choice, boolean takesZero) {
    OriginalRow row = choice.row();
    int j = choice.type();
    if (!row.runs[j] || !(takesZero || row.priority[j] > 0) || taken.contains(row.ids)) {
      return;
    }
    PlacementRequest request =
        new PlacementRequest(row.ids.get(0), 0, 0, 1, row.gpuMilli, List.of());
    Optional<Placement> place = placers.get(j).choose(request);
    if (place.isPresent()) {
      servers.get(j).place(request, place.get());
      placed.put(choice, Worker.of(cluster, cluster.type(j).pool(), place.get().gpus().get(0)));
      choices.add(choice);
      taken.add(row.ids);
    }
  }

  /** Returns the placed jobs, in the order of placement. */
  List<Choice> choices() {
    return choices;
  }

  /** Returns leases in the order of placement; leases on another worker than before are new. */
  List<Lease> leases(List<Lease> before, double start, double end, long number) {
    Map<List<String>, Lease> last = new HashMap<>();
    before.forEach(lease -> last.put(lease.jobIds(), lease));
    List<Lease> leases = new ArrayList<>();
    long next = number;
    for (Choice choice : choices) {
      List<String> ids = choice.row().ids;
      List<Worker> workers = List.of(placed.get(choice));
      Lease held = last.get(ids);
      int milli = choice.row().gpuMilli;
      if (held != null && held.workers().equals(workers)) {
        leases.add(new Lease(held.number(), ids, choice.type(), workers, milli, start, end, true));
      } else {
        leases.add(new Lease(next++, ids, choice.type(), workers, milli, start, end, false));
      }
    }
    return leases;
  }
}
