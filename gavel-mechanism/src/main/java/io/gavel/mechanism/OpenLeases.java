package io.gavel.mechanism;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The leases that run now, by number, and what became of the time of all others. Mutable. */
final class OpenLeases {

  private final Map<Long, Running> open = new LinkedHashMap<>();
  private @Nullable Map<Worker, List<Long>> byWorker; // built when first asked for in a round
  private long next;
  private double issued;
  private double received;
  private double backfilled;
  private double revoked;
  private double unused;

  static OpenLeases restore(SchedulerState state) {
    OpenLeases leases = new OpenLeases();
    state.running().forEach(part -> leases.open.put(part.lease(), part));
    leases.next = state.nextLease();
    leases.issued = state.totals().issuedSeconds();
    leases.received = state.totals().receivedSeconds();
    leases.backfilled = state.totals().backfilledSeconds();
    leases.revoked = state.totals().revokedSeconds();
    leases.unused = state.totals().unusedSeconds();
    return leases;
  }

  /** The number of the next lease that is no extension. */
  long next() {
    return next;
  }

  long takeNumber() {
    return next++;
  }

  /** The lease of that number if it runs. */
  @Nullable Running get(long number) {
    return open.get(number);
  }

  List<Running> all() {
    return List.copyOf(open.values());
  }

  /** Opens the leases of a round; those of the round before must be closed. */
  void issue(List<Running> parts) {
    byWorker = null;
    for (Running part : parts) {
      open.put(part.lease(), part);
      issued += part.endSeconds() - part.fromSeconds();
    }
  }

  /**
   * Ends a lease.
   *
   * @param seconds when
   * @param keptUntil its time after this is lost
   * @param ledger credited if it lists the group; none for a group that is forgotten
   */
  void close(Running part, double seconds, double keptUntil, @Nullable Ledger ledger) {
    open.remove(part.lease());
    count(part, seconds, keptUntil, ledger);
    unused += part.endSeconds() - part.fromSeconds() - part.secondsUntil(seconds);
  }

  /** Ends the part of one job in a lease; the other job of a pair goes on alone. */
  void leave(Running part, String jobId, double seconds, Ledger ledger) {
    Running rest = part.without(jobId, seconds).orElse(null);
    if (rest == null) {
      close(part, seconds, seconds, ledger);
    } else {
      count(part, seconds, seconds, ledger);
      open.put(part.lease(), rest);
    }
  }

  private void count(Running part, double seconds, double keptUntil, @Nullable Ledger ledger) {
    double ran = part.secondsUntil(seconds);
    double kept = Math.min(ran, part.secondsUntil(keptUntil));
    if (part.owed()) {
      received += kept;
    } else {
      backfilled += kept;
    }
    revoked += ran - kept;
    if (ledger != null) {
      ledger.credit(part, kept, ran - kept);
    }
  }

  /** The leases that hold any of some workers, each once. */
  List<Running> holding(List<Worker> workers) {
    Map<Worker, List<Long>> index = byWorker;
    if (index == null) {
      index = new HashMap<>();
      for (Running part : open.values()) {
        for (Worker worker : part.workers()) {
          index.computeIfAbsent(worker, shared -> new ArrayList<>()).add(part.lease());
        }
      }
      byWorker = index;
    }
    Set<Running> found = new LinkedHashSet<>();
    for (Worker worker : workers) {
      for (long lease : index.getOrDefault(worker, List.of())) {
        Running part = open.get(lease);
        if (part != null) {
          found.add(part);
        }
      }
    }
    return new ArrayList<>(found);
  }

  LeaseTotals totals() {
    double left =
        open.values().stream().mapToDouble(part -> part.endSeconds() - part.fromSeconds()).sum();
    return new LeaseTotals(issued, received, backfilled, revoked, unused, left);
  }
}
