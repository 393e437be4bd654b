package io.gavel.mechanism.internal.planning;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.internal.ledger.AllocationEpoch;
import io.gavel.mechanism.internal.ledger.GroupIndex;
import io.gavel.mechanism.internal.ledger.JobLog.Entry;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.internal.limit.MomentLimits;
import io.gavel.mechanism.internal.workers.AvailabilityTransitions;
import io.gavel.mechanism.internal.workers.LeaseAssigner.Granted;
import io.gavel.mechanism.internal.workers.LeaseTable;
import io.gavel.mechanism.internal.workers.OpenLease;
import io.gavel.mechanism.internal.workers.Workers;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.internal.Require;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans rounds by lag: time owed minus time received. Mutable. */
public final class LagPlanner {

  private final Cluster cluster;
  private final RoundOptions options;
  private final Priority priority;
  private final Optional<PlacementStrategy> placement;
  private final Workers workers;
  private final LeaseTable leases;
  private double now = Double.NEGATIVE_INFINITY;
  private double countedUntil = Double.NEGATIVE_INFINITY;
  private long rounds;
  private @Nullable AllocationEpoch allocationEpoch;
  private @Nullable RoundPlan lastPlan;

  private LagPlanner(
      Cluster cluster,
      RoundOptions options,
      Priority priority,
      Optional<PlacementStrategy> placement,
      Workers workers,
      LeaseTable leases) {
    this.cluster = cluster;
    this.options = options;
    this.priority = priority;
    this.placement = placement;
    this.workers = workers;
    this.leases = leases;
  }

  /** Creates a planner with an order of candidates. */
  public static LagPlanner create(
      Cluster cluster,
      RoundOptions options,
      Priority priority,
      Optional<PlacementStrategy> placement) {
    placement.ifPresent(chosen -> StateCheck.requireServers(cluster));
    return new LagPlanner(
        cluster, options, priority, placement, new Workers(cluster), new LeaseTable());
  }

  public static LagPlanner restore(SchedulerState state, Optional<PlacementStrategy> placement) {
    StateCheck.requireFits(state);
    placement.ifPresent(chosen -> StateCheck.requireServers(state.cluster()));
    AllocationEpoch allocationEpoch = AllocationEpoch.restore(state);
    LagPlanner planner =
        new LagPlanner(
            state.cluster(),
            state.options(),
            Priority.LAG,
            placement,
            Workers.restore(state.cluster(), state.workers()),
            LeaseTable.restore(
                state, allocationEpoch == null ? null : allocationEpoch.ledger.groups()));
    planner.allocationEpoch = allocationEpoch;
    planner.now = state.nowSeconds();
    planner.countedUntil = state.countedUntilSeconds();
    planner.rounds = state.rounds();
    planner.lastPlan = state.lastPlan().orElse(null);
    return planner;
  }

  public EventOutcome accept(SchedulerEvent event) {
    SchedulerEvents.requireSameCluster(event, cluster);
    SchedulerEvents.listedWorkers(event).forEach(workers::require);
    requireIssued(SchedulerEvents.lease(event), event);
    AllocationProblem problem = SchedulerEvents.problem(event);
    MomentLimits limits = problem == null ? null : MomentLimits.of(problem, options);
    now = SchedulerEvents.advance(now, event);
    if (problem != null && limits != null) {
      return change(problem, limits, SchedulerEvents.allocation(event));
    } else if (event instanceof SchedulerEvent.WorkersLost lost) {
      return lose(lost.workers());
    } else if (event instanceof SchedulerEvent.WorkersDrained drained) {
      return outcome(workers.change(drained.workers(), AvailabilityTransitions::drained));
    } else if (event instanceof SchedulerEvent.WorkersReturned returned) {
      return outcome(workers.change(returned.workers(), AvailabilityTransitions::returned));
    }
    return acceptOfJob(event);
  }

  private static EventOutcome outcome(boolean changed) {
    return changed ? EventOutcome.APPLIED : EventOutcome.UNCHANGED;
  }

  private void requireIssued(long lease, SchedulerEvent event) {
    if (lease >= leases.next()) {
      throw new IllegalArgumentException(
          "%s names lease %s, which was never issued; the next is %s"
              .formatted(SchedulerEvents.name(event), lease, leases.next()));
    }
  }

  private EventOutcome acceptOfJob(SchedulerEvent event) {
    AllocationEpoch open = allocationEpoch;
    int m = AllocationEpoch.jobOf(open, SchedulerEvents.job(event));
    if (open == null || m < 0) {
      return EventOutcome.UNKNOWN_JOB;
    } else if (open.ledger.isDone(m)) {
      return EventOutcome.UNCHANGED;
    }
    long lease = SchedulerEvents.lease(event);
    Entry entry = open.entry(m);
    if (lease >= 0 && lease != entry.lease) {
      return EventOutcome.STALE;
    }
    if (event instanceof SchedulerEvent.JobDone) {
      finish(open, m);
    } else if (event instanceof SchedulerEvent.OverheadChanged changed) {
      entry.overhead = Optional.of(changed.overhead());
    } else if (event instanceof SchedulerEvent.ProgressReported report) {
      return outcome(entry.report(report.steps(), report.savedUntilSeconds()));
    } else {
      return end(open, m, entry, lease, event instanceof SchedulerEvent.JobFailed);
    }
    return EventOutcome.APPLIED;
  }

  /** Marks a job done and ends its lease; the other job of a pair continues alone. */
  private void finish(AllocationEpoch open, int m) {
    OpenLease openLease = leases.of(m);
    if (openLease != null) {
      leases.leave(openLease, m, now, open.ledger);
    }
    open.ledger.markDone(m);
  }

  /**
   * Ends the lease of a job early, for both jobs of a pair. A failure under the latest lease counts
   * even if it is reported after the lease is over.
   */
  private EventOutcome end(AllocationEpoch open, int m, Entry entry, long lease, boolean failed) {
    OpenLease openLease = leases.of(m);
    if (openLease != null) {
      leases.close(openLease, now, now, open.ledger);
      open.entry(openLease.first()).interrupted |= failed;
      open.entry(openLease.last()).interrupted |= failed;
    } else if (!failed || lease < 0 || entry.interrupted) {
      return EventOutcome.UNCHANGED;
    }
    entry.interrupted |= failed;
    entry.failures += failed ? 1 : 0;
    if (!failed || entry.failures < options.maxFailures()) {
      return EventOutcome.APPLIED;
    }
    open.ledger.markDone(m);
    return EventOutcome.GIVEN_UP;
  }

  private EventOutcome lose(List<Worker> named) {
    List<Worker> lost = named.stream().filter(worker -> !workers.isOut(worker)).toList();
    if (lost.isEmpty()) {
      return EventOutcome.UNCHANGED;
    }
    accrue(); // up to now the workers were available
    if (allocationEpoch != null) {
      interrupt(allocationEpoch, leases.holding(lost));
      allocationEpoch.ledger.workersChanged();
    }
    workers.change(lost, AvailabilityTransitions::lost);
    return EventOutcome.APPLIED;
  }

  /** Ends leases that lost a worker; their time since the last save is revoked. */
  private void interrupt(AllocationEpoch open, List<OpenLease> lost) {
    for (OpenLease openLease : lost) {
      Entry first = open.entry(openLease.first());
      Entry last = open.entry(openLease.last());
      first.interrupted = true;
      last.interrupted = true;
      double saved = Math.min(first.savedUntil, last.savedUntil); // of a pair, what both have saved
      leases.close(openLease, now, saved, open.ledger);
    }
  }

  /**
   * Starts a new epoch with the jobs of a problem.
   *
   * @param given the new allocation; null to carry over the previous one
   */
  private EventOutcome change(
      AllocationProblem problem, MomentLimits limits, @Nullable Allocation given) {
    accrue();
    AllocationEpoch old = allocationEpoch;
    GroupIndex groupIndex = new GroupIndex(problem);
    int[] before = groupIndex.in(old == null ? null : old.ledger.groups());
    Allocation last = old == null ? null : old.ledger.allocation();
    Allocation allocation =
        given == null
            ? AllocationEpoch.carriedOver(last, problem, before)
            : AllocationEpoch.copyOf(given);
    AllocationEpoch opened = new AllocationEpoch(allocation, groupIndex, limits);
    int oldJobs = old == null ? 0 : old.ledger.groups().jobCount();
    int[] listed = inverse(before, groupIndex.jobCount(), oldJobs);
    if (old != null) {
      leave(old, listed);
      opened.carryOver(old, before);
      if (given != null) {
        opened.writeOff(options.roundSeconds());
      }
    }
    leases.list(groupIndex, listed);
    allocationEpoch = opened;
    return EventOutcome.APPLIED;
  }

  /** By old index of a job, its new index, or -1. */
  private static int[] inverse(int[] before, int jobs, int oldJobs) {
    int[] listed = new int[oldJobs];
    Arrays.fill(listed, -1);
    for (int m = 0; m < jobs; m++) {
      if (before[m] >= 0) {
        listed[before[m]] = m;
      }
    }
    return listed;
  }

  /**
   * Ends the leases of jobs that are no longer listed.
   *
   * @param listed by old index of a job, its new index, or -1
   */
  private void leave(AllocationEpoch open, int[] listed) {
    for (OpenLease openLease : leases.all()) {
      boolean firstStays = listed[openLease.first()] >= 0;
      boolean lastStays = listed[openLease.last()] >= 0;
      if (!firstStays && !lastStays) {
        leases.close(openLease, now, now, null);
      } else if (!firstStays || !lastStays) {
        leases.leave(
            openLease, firstStays ? openLease.last() : openLease.first(), now, open.ledger);
      }
    }
  }

  public RoundPlan plan(double nowSeconds) {
    now = Require.advance(now, Require.finite(nowSeconds, "time of a plan"), "plan");
    accrue();
    double end = nowSeconds + options.roundSeconds();
    RoundPlan plan;
    if (allocationEpoch == null) {
      workers.startRound();
      plan = new RoundPlan(rounds, nowSeconds, end, List.of());
    } else {
      List<OpenLease> before = leases.all();
      closeRound(allocationEpoch, before);
      workers.startRound();
      plan = plan(allocationEpoch, before, nowSeconds, end);
    }
    rounds++;
    lastPlan = plan;
    return plan;
  }

  private void closeRound(AllocationEpoch open, List<OpenLease> before) {
    for (OpenLease openLease : before) {
      leases.close(openLease, now, now, open.ledger);
      if (now >= openLease.endSeconds) {
        open.entry(openLease.first()).ranToTheEnd();
        if (openLease.last() != openLease.first()) {
          open.entry(openLease.last()).ranToTheEnd();
        }
      }
    }
  }

  private RoundPlan plan(AllocationEpoch open, List<OpenLease> before, double start, double end) {
    RoundAssembly assembly =
        new RoundAssembly(open, options, workers, leases, placement, before, start, end);
    List<Granted> granted = assembly.plan(priority);
    leases.issue(opened(granted), open.ledger.groups());
    List<Interruption> interruptions = assembly.interruptions(granted, before);
    return new RoundPlan(rounds, start, end, leases(granted), interruptions);
  }

  /**
   * Gives free workers to jobs that wait, for the rest of the round; no other lease changes.
   *
   * @return the new leases, and the jobs that resume with them
   */
  public RoundPlan fill(double nowSeconds) {
    Require.finite(nowSeconds, "time of a fill");
    RoundPlan running = lastPlan;
    if (running == null || !(nowSeconds < running.endSeconds())) {
      throw new IllegalArgumentException(
          "no round runs at %s seconds; %s"
              .formatted(
                  nowSeconds,
                  running == null
                      ? "there was no plan yet"
                      : "the last one ends at %s seconds".formatted(running.endSeconds())));
    }
    now = Require.advance(now, nowSeconds, "fill");
    accrue();
    double end = running.endSeconds();
    AllocationEpoch open = allocationEpoch;
    if (open == null || idleWorkers() == 0) {
      return new RoundPlan(running.round(), now, end, List.of());
    }
    RoundAssembly assembly =
        new RoundAssembly(open, options, workers, leases, placement, leases.all(), now, end);
    List<Granted> granted = assembly.fill(priority);
    leases.issueMore(opened(granted), open.ledger.groups());
    List<Interruption> resumed = assembly.interruptions(granted, List.of());
    return new RoundPlan(running.round(), now, end, leases(granted), resumed);
  }

  private static List<OpenLease> opened(List<Granted> granted) {
    return granted.stream().map(Granted::openLease).toList();
  }

  private static List<Lease> leases(List<Granted> granted) {
    return granted.stream().map(Granted::lease).toList();
  }

  /** Adds the time owed for the part of the round since the last call. */
  private void accrue() {
    if (lastPlan == null) {
      return;
    }
    double from = Math.max(countedUntil, lastPlan.startSeconds());
    double to = Math.min(now, lastPlan.endSeconds());
    if (allocationEpoch != null && to > from) {
      allocationEpoch.ledger.accrue(to - from, workers);
    }
    countedUntil = now;
  }

  public long idleWorkers() {
    long idle = 0;
    for (int k = 0; k < cluster.poolCount(); k++) {
      idle += workers.assignable(k);
    }
    for (OpenLease openLease : leases.all()) {
      boolean whole = openLease.gpuMilli == Job.WHOLE_WORKER;
      idle -= whole ? workers.assignable(openLease.workers) : 0;
    }
    return idle;
  }

  /** Returns the number of jobs that are listed and not done. */
  public int openJobs() {
    return allocationEpoch == null ? 0 : allocationEpoch.ledger.openJobs();
  }

  public SchedulerState state() {
    Optional<AllocationEpoch> open = Optional.ofNullable(allocationEpoch);
    return new SchedulerState(
        cluster,
        options,
        now,
        countedUntil,
        rounds,
        open.map(kept -> kept.ledger.allocation()),
        open.map(kept -> kept.ledger.doneJobIds()).orElse(List.of()),
        open.map(kept -> kept.ledger.accounts()).orElse(List.of()),
        leases.all().stream().map(OpenLease::toValue).toList(),
        Optional.ofNullable(lastPlan),
        leases.next(),
        leases.totals(),
        open.map(kept -> kept.log.records()).orElse(List.of()),
        workers.statuses());
  }
}
