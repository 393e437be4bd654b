package io.gavel.mechanism;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The leases that run now, and what became of the time of all others. Mutable. */
final class OpenLeases {

  private List<Part> parts = List.of(); // in the order of the leases; some may be closed
  private @Nullable Part[] byJob = {};
  private @Nullable Map<Worker, List<Part>> byWorker; // built when first asked for in a round
  private long next;
  private double issued;
  private double received;
  private double backfilled;
  private double revoked;
  private double unused;

  /**
   * As a state says.
   *
   * @param groups that list all that runs; none if nothing does
   */
  static OpenLeases restore(SchedulerState state, @Nullable Groups groups) {
    OpenLeases leases = new OpenLeases();
    if (groups != null) {
      leases.parts = state.running().stream().map(running -> Part.of(running, groups)).toList();
      leases.index(groups);
    }
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

  /** What a job runs in, if it does. */
  @Nullable Part of(int m) {
    return byJob[m];
  }

  /** In the order of the leases. */
  List<Part> all() {
    List<Part> open = new ArrayList<>(parts.size());
    for (Part part : parts) {
      if (part.isOpen()) {
        open.add(part);
      }
    }
    return open;
  }

  /**
   * Another allocation lists all jobs that run.
   *
   * @param now by job that the allocation before listed, its index in this one
   */
  void list(Groups groups, int[] now) {
    parts = all();
    parts.forEach(part -> part.index(groups, now));
    index(groups);
  }

  private void index(Groups groups) {
    byJob = new @Nullable Part[groups.jobCount()];
    for (Part part : parts) {
      byJob[part.first()] = part;
      byJob[part.last()] = part;
    }
  }

  /** Opens the leases of a round; those of the round before must be closed. */
  void issue(List<Part> issuedNow, Groups groups) {
    byWorker = null;
    parts = issuedNow;
    index(groups);
    for (Part part : parts) {
      issued += part.seconds();
    }
  }

  /**
   * Ends a lease.
   *
   * @param seconds when
   * @param keptUntil its time after this is lost
   * @param ledger credited if it lists the group; none for a group that is forgotten
   */
  void close(Part part, double seconds, double keptUntil, @Nullable Ledger ledger) {
    part.close();
    byJob[part.first()] = null;
    byJob[part.last()] = null;
    count(part, seconds, keptUntil, ledger);
    unused += part.seconds() - part.secondsUntil(seconds);
  }

  /** Ends the part of one job in a lease; the other job of a pair goes on alone. */
  void leave(Part part, int m, double seconds, Ledger ledger) {
    if (part.first() == part.last() || seconds >= part.endSeconds) {
      close(part, seconds, seconds, ledger);
    } else {
      count(part, seconds, seconds, ledger);
      byJob[m] = null;
      part.leave(m, seconds);
    }
  }

  private void count(Part part, double seconds, double keptUntil, @Nullable Ledger ledger) {
    double ran = part.secondsUntil(seconds);
    double kept = Math.min(ran, part.secondsUntil(keptUntil));
    if (part.owed()) {
      received += kept;
    } else {
      backfilled += kept;
    }
    revoked += ran - kept;
    if (ledger != null && part.group() != Part.UNLISTED) { // what is not listed has no account
      ledger.credit(part.group(), part.workerType, part.owed(), kept, ran - kept);
    }
  }

  /** The leases that hold any of some workers, each once. */
  List<Part> holding(List<Worker> workers) {
    Map<Worker, List<Part>> index = byWorker;
    if (index == null) {
      index = new HashMap<>();
      for (Part part : parts) {
        for (Worker worker : part.workers) {
          index.computeIfAbsent(worker, shared -> new ArrayList<>()).add(part);
        }
      }
      byWorker = index;
    }
    Set<Part> found = new LinkedHashSet<>();
    for (Worker worker : workers) {
      for (Part part : index.getOrDefault(worker, List.of())) {
        if (part.isOpen()) {
          found.add(part);
        }
      }
    }
    return new ArrayList<>(found);
  }

  LeaseTotals totals() {
    double left = all().stream().mapToDouble(Part::seconds).sum();
    return new LeaseTotals(issued, received, backfilled, revoked, unused, left);
  }
}
