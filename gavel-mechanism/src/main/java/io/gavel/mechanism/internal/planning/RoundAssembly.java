package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.internal.ledger.AllocationEpoch;
import io.gavel.mechanism.internal.ledger.Candidates;
import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.ledger.Holds;
import io.gavel.mechanism.internal.ledger.JobLog.Entry;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.internal.workers.LeaseAssigner;
import io.gavel.mechanism.internal.workers.LeaseAssigner.Granted;
import io.gavel.mechanism.internal.workers.LeaseTable;
import io.gavel.mechanism.internal.workers.OpenLease;
import io.gavel.mechanism.internal.workers.Workers;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.RoundPlan.Interruption.Kind;
import io.gavel.policies.AllocationProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selects the groups of a round, or of the rest of it, and grants their leases. For one plan or
 * fill. Mutable.
 */
final class RoundAssembly {

  private final AllocationEpoch open;
  private final GroupIndex groupIndex;
  private final RoundOptions options;
  private final Workers workers;
  private final LeaseTable table;
  private final Optional<PlacementStrategy> placement;
  private final List<OpenLease> before;
  private final double start;
  private final double end;
  private final @Nullable OpenLease[] ranIn; // by job
  private final Selection selection;

  /**
   * Prepares an empty selection.
   *
   * @param placement chooses the workers of new leases; empty = first fit
   * @param before the leases until now
   * @param start when the new leases begin, in seconds
   * @param end when they end
   */
  RoundAssembly(
      AllocationEpoch open,
      RoundOptions options,
      Workers workers,
      LeaseTable table,
      Optional<PlacementStrategy> placement,
      List<OpenLease> before,
      double start,
      double end) {
    this.open = open;
    this.start = start;
    this.end = end;
    this.groupIndex = open.ledger.groups();
    this.options = options;
    this.workers = workers;
    this.table = table;
    this.placement = placement;
    this.before = before;
    this.ranIn = new @Nullable OpenLease[groupIndex.jobCount()];
    for (OpenLease openLease : before) {
      ranIn[openLease.first()] = openLease;
      ranIn[openLease.last()] = openLease;
    }
    open.ledger.workersChanged();
    this.selection =
        new Selection(groupIndex, workers, ranIn, open.ledger.limits().room(), this::yields);
  }

  /** Returns whether the minimum run time of a group is over by the end of the round. */
  private boolean yields(int g, int j) {
    int first = groupIndex.first(g);
    OpenLease running = ranIn[first];
    boolean goesOn = running != null && running.group() == g && running.workerType == j;
    double since = goesOn ? running.sinceSeconds : start;
    return since + minRunSeconds(first, groupIndex.last(g)) <= end;
  }

  /** Grants the leases of a complete round. */
  List<Granted> plan(Priority priority) {
    Holds holds = new Holds(groupIndex.count(), options.patienceRounds());
    for (OpenLease openLease : before) {
      if (fits(openLease)) {
        holds.add(openLease.group(), openLease.workerType);
        double least = minRunSeconds(openLease.first(), openLease.last());
        if (start < openLease.sinceSeconds + least) {
          keep(openLease);
        }
      }
    }
    double round = options.roundSeconds();
    Candidates candidates = open.ledger.candidates(priority, round, round, workers, holds);
    selection.takeOwed(candidates);
    CycleCanceling.improve(groupIndex, workers.cluster(), selection, candidates);
    selection.takeOwed(candidates); // swaps may have left room to a candidate of another size
    Backfill.fill(selection, open);
    return LeaseAssigner.grant(
        groupIndex, selection, workers, List.of(), ranIn, table, placement, start, end);
  }

  /**
   * Returns whether a lease may be extended: its group is listed, can run there and has its old
   * size.
   */
  private boolean fits(OpenLease openLease) {
    int g = openLease.group();
    return g >= 0
        && open.ledger.isOpen(g)
        && open.ledger.allocation().problem().runs(g, openLease.workerType)
        && groupIndex.isGang(g, openLease.workerType, openLease.workers)
        && openLease.gpuMilli == groupIndex.gpuMilli(g)
        && workers.assignable(openLease.workers) == openLease.workers.size();
  }

  /** Returns the longest of the minimum run times of all leases and of the jobs of a lease. */
  private double minRunSeconds(int first, int last) {
    AllocationProblem problem = open.ledger.allocation().problem();
    double ofJobs = Math.max(problem.job(first).minRunSeconds(), problem.job(last).minRunSeconds());
    return Math.max(options.minRunSeconds(), ofJobs);
  }

  /**
   * Keeps a lease that has not run for its minimum time, if limits leave room. A lease that began
   * as back-fill remains back-fill until its group is owed time, because back-fill must not be
   * charged.
   */
  private void keep(OpenLease openLease) {
    int g = openLease.group();
    int j = openLease.workerType;
    boolean counts =
        openLease.owed()
            ? open.ledger.isClaim(g, j)
            : open.ledger.isBehind(g, j, options.roundSeconds(), workers);
    selection.takeFixed(g, j, counts);
  }

  /** Grants leases on free workers for the rest of a round; shares are not moved. */
  List<Granted> fill(Priority priority) {
    before.forEach(openLease -> selection.leaveRunning(openLease, workers));
    double round = options.roundSeconds();
    Holds none = new Holds(groupIndex.count(), 0);
    selection.takeOwed(open.ledger.candidates(priority, round, end - start, workers, none));
    Backfill.fill(selection, open);
    return LeaseAssigner.grant(
        groupIndex, selection, workers, before, ranIn, table, placement, start, end);
  }

  /**
   * Records the jobs that do not continue on the same workers. For one call.
   *
   * @param ended the leases that end unless they are extended
   */
  List<Interruption> interruptions(List<Granted> granted, List<OpenLease> ended) {
    List<Interruption> all = new ArrayList<>(granted.size());
    for (Granted grant : granted) {
      OpenLease openLease = grant.openLease();
      begin(openLease.first(), grant.lease(), all);
      if (openLease.last() != openLease.first()) {
        begin(openLease.last(), grant.lease(), all);
      }
    }
    for (OpenLease openLease : ended) {
      pause(openLease.first(), all);
      pause(openLease.last(), all);
    }
    return all;
  }

  private void begin(int m, Lease lease, List<Interruption> all) {
    if (!lease.extended()) {
      Entry entry = open.entry(m);
      if (entry.lease >= 0) {
        Kind again = entry.interrupted ? Kind.RESTARTED : Kind.RESUMED;
        all.add(entry.interrupt(ranIn[m] == null ? again : Kind.MOVED, options.overhead()));
      }
      entry.begin(lease.number());
    }
    ranIn[m] = null;
  }

  private void pause(int m, List<Interruption> all) {
    if (ranIn[m] != null) {
      all.add(open.entry(m).interrupt(Kind.PREEMPTED, options.overhead()));
      ranIn[m] = null;
    }
  }
}
