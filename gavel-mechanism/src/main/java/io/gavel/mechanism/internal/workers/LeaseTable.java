package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.ledger.Ledger;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.LeaseTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The open leases, and how the time of all leases was used. Mutable. */
public final class LeaseTable {

  private List<OpenLease> leases =
      new ArrayList<>(); // in the order of the leases; some may be closed
  private @Nullable OpenLease[] byJob = {};
  private @Nullable Map<Worker, List<OpenLease>> byWorker; // built at the first query in a round
  private long next;
  private double issued;
  private double received;
  private double backfilled;
  private double revoked;
  private double unused;

  /**
   * Restores the table from a state.
   *
   * @param groupIndex the index of the groups that have leases; null if there is no allocation
   */
  public static LeaseTable restore(SchedulerState state, @Nullable GroupIndex groupIndex) {
    LeaseTable table = new LeaseTable();
    if (groupIndex != null) {
      table.leases =
          state.running().stream()
              .map(openLeaseState -> OpenLease.of(openLeaseState, groupIndex))
              .toList();
      table.index(groupIndex);
    }
    table.next = state.nextLease();
    table.issued = state.totals().issuedSeconds();
    table.received = state.totals().receivedSeconds();
    table.backfilled = state.totals().backfilledSeconds();
    table.revoked = state.totals().revokedSeconds();
    table.unused = state.totals().unusedSeconds();
    return table;
  }

  /** Returns the number of the next lease that is not an extension. */
  public long next() {
    return next;
  }

  long takeNumber() {
    return next++;
  }

  /** Returns the open lease of a job; null if it has none. */
  @Nullable
  public OpenLease of(int m) {
    return byJob[m];
  }

  /** Returns the open leases, in the order of the leases. */
  public List<OpenLease> all() {
    List<OpenLease> open = new ArrayList<>(leases.size());
    for (OpenLease openLease : leases) {
      if (openLease.isOpen()) {
        open.add(openLease);
      }
    }
    return open;
  }

  /**
   * Re-indexes the open leases for another allocation, which must list all their jobs.
   *
   * @param now by old index of a job, its new index
   */
  public void list(GroupIndex groupIndex, int[] now) {
    leases = all();
    leases.forEach(openLease -> openLease.index(groupIndex, now));
    index(groupIndex);
  }

  private void index(GroupIndex groupIndex) {
    byJob = new @Nullable OpenLease[groupIndex.jobCount()];
    for (OpenLease openLease : leases) {
      byJob[openLease.first()] = openLease;
      byJob[openLease.last()] = openLease;
    }
  }

  /** Opens the leases of a round; the leases of the previous round must be closed. */
  public void issue(List<OpenLease> issuedNow, GroupIndex groupIndex) {
    byWorker = null;
    leases = issuedNow;
    index(groupIndex);
    for (OpenLease openLease : leases) {
      issued += openLease.seconds();
    }
  }

  /** Opens further leases in the current round. */
  public void issueMore(List<OpenLease> issuedNow, GroupIndex groupIndex) {
    byWorker = null;
    leases = all();
    leases.addAll(issuedNow);
    index(groupIndex);
    for (OpenLease openLease : issuedNow) {
      issued += openLease.seconds();
    }
  }

  /**
   * Ends a lease.
   *
   * @param seconds when it ends
   * @param keptUntil the time after which its work is lost
   * @param ledger the ledger to credit if it lists the group; null for a forgotten group
   */
  public void close(
      OpenLease openLease, double seconds, double keptUntil, @Nullable Ledger ledger) {
    openLease.close();
    byJob[openLease.first()] = null;
    byJob[openLease.last()] = null;
    count(openLease, seconds, keptUntil, ledger);
    unused += openLease.seconds() - openLease.secondsUntil(seconds);
  }

  /** Removes a job from a lease; the other job of a pair continues alone. */
  public void leave(OpenLease openLease, int m, double seconds, Ledger ledger) {
    if (openLease.first() == openLease.last() || seconds >= openLease.endSeconds) {
      close(openLease, seconds, seconds, ledger);
    } else {
      count(openLease, seconds, seconds, ledger);
      byJob[m] = null;
      openLease.leave(m, seconds);
    }
  }

  private void count(
      OpenLease openLease, double seconds, double keptUntil, @Nullable Ledger ledger) {
    double ran = openLease.secondsUntil(seconds);
    double kept = Math.min(ran, openLease.secondsUntil(keptUntil));
    if (openLease.owed()) {
      received += kept;
    } else {
      backfilled += kept;
    }
    revoked += ran - kept;
    if (ledger != null
        && openLease.group() != OpenLease.UNLISTED) { // unlisted groups have no account
      ledger.credit(openLease.group(), openLease.workerType, openLease.owed(), kept, ran - kept);
    }
  }

  /** Returns the leases that hold any of some workers, each once. */
  public List<OpenLease> holding(List<Worker> workers) {
    Map<Worker, List<OpenLease>> index = byWorker;
    if (index == null) {
      index = new HashMap<>();
      for (OpenLease openLease : leases) {
        for (Worker worker : openLease.workers) {
          index.computeIfAbsent(worker, shared -> new ArrayList<>()).add(openLease);
        }
      }
      byWorker = index;
    }
    Set<OpenLease> found = new LinkedHashSet<>();
    for (Worker worker : workers) {
      for (OpenLease openLease : index.getOrDefault(worker, List.of())) {
        if (openLease.isOpen()) {
          found.add(openLease);
        }
      }
    }
    return new ArrayList<>(found);
  }

  public LeaseTotals totals() {
    double left = all().stream().mapToDouble(OpenLease::seconds).sum();
    return new LeaseTotals(issued, received, backfilled, revoked, unused, left);
  }
}
