package io.gavel.mechanism;

import io.gavel.mechanism.Interruption.Kind;
import io.gavel.mechanism.JobLog.Entry;
import io.gavel.mechanism.Leases.Granted;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans rounds by lag: time owed minus time received. Mutable. */
final class FairRounds {

  private final Cluster cluster;
  private final RoundOptions options;
  private final Priority priority;
  private final Workers workers;
  private final OpenLeases leases;
  private double now = Double.NEGATIVE_INFINITY;
  private double countedUntil = Double.NEGATIVE_INFINITY;
  private long rounds;
  private @Nullable Books books;
  private @Nullable RoundPlan lastPlan;

  private FairRounds(
      Cluster cluster,
      RoundOptions options,
      Priority priority,
      Workers workers,
      OpenLeases leases) {
    this.cluster = cluster;
    this.options = options;
    this.priority = priority;
    this.workers = workers;
    this.leases = leases;
  }

  /** A scheduler with another order of claims. */
  static FairRounds create(Cluster cluster, RoundOptions options, Priority priority) {
    return new FairRounds(cluster, options, priority, new Workers(cluster), new OpenLeases());
  }

  static FairRounds restore(SchedulerState state) {
    StateCheck.requireFits(state);
    Books books = Books.restore(state);
    FairRounds rounds =
        new FairRounds(
            state.cluster(),
            state.options(),
            Priority.LAG,
            Workers.restore(state.cluster(), state.workers()),
            OpenLeases.restore(state, books == null ? null : books.ledger.groups()));
    rounds.books = books;
    rounds.now = state.nowSeconds();
    rounds.countedUntil = state.countedUntilSeconds();
    rounds.rounds = state.rounds();
    rounds.lastPlan = state.lastPlan().orElse(null);
    return rounds;
  }

  EventOutcome accept(SchedulerEvent event) {
    SchedulerEvents.requireSameCluster(event, cluster);
    SchedulerEvents.listedWorkers(event).forEach(workers::require);
    requireIssued(SchedulerEvents.lease(event), event);
    now = SchedulerEvents.advance(now, event);
    if (event instanceof SchedulerEvent.AllocationChanged changed) {
      return change(changed.allocation().problem(), changed.allocation());
    } else if (event instanceof SchedulerEvent.ProblemChanged changed) {
      return change(changed.problem(), null);
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
          "%s is about lease %d, which was never issued; the next is %d"
              .formatted(SchedulerEvents.name(event), lease, leases.next()));
    }
  }

  private EventOutcome acceptOfJob(SchedulerEvent event) {
    Books open = books;
    int m = Books.jobOf(open, SchedulerEvents.job(event));
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

  /** Ends what the job runs in; the other job of a pair goes on alone. */
  private void finish(Books open, int m) {
    Part part = leases.of(m);
    if (part != null) {
      leases.leave(part, m, now, open.ledger);
    }
    open.ledger.markDone(m);
  }

  /**
   * Ends the lease of a job before its time, for both jobs of a pair. That a job failed under its
   * latest lease may be known only after the lease is over; it counts as well.
   */
  private EventOutcome end(Books open, int m, Entry entry, long lease, boolean failed) {
    Part part = leases.of(m);
    if (part != null) {
      leases.close(part, now, now, open.ledger);
      open.entry(part.first()).interrupted |= failed;
      open.entry(part.last()).interrupted |= failed;
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
    accrue(); // up to now they were there
    if (books != null) {
      interrupt(books, leases.holding(lost));
      books.ledger.workersChanged();
    }
    workers.change(lost, AvailabilityTransitions::lost);
    return EventOutcome.APPLIED;
  }

  /** Ends leases of which a worker is lost, and with it what was not saved. */
  private void interrupt(Books open, List<Part> parts) {
    for (Part part : parts) {
      Entry first = open.entry(part.first());
      Entry last = open.entry(part.last());
      first.interrupted = true;
      last.interrupted = true;
      double saved = Math.min(first.savedUntil, last.savedUntil); // of a pair, what both have
      leases.close(part, now, saved, open.ledger);
    }
  }

  /**
   * Other jobs are listed.
   *
   * @param given their allocation; if there is none, the one before is carried over
   */
  private EventOutcome change(AllocationProblem problem, @Nullable Allocation given) {
    accrue();
    Books old = books;
    Groups groups = new Groups(problem);
    int[] before = groups.in(old == null ? null : old.ledger.groups());
    Allocation last = old == null ? null : old.ledger.allocation();
    Allocation allocation =
        given == null ? Carried.over(last, problem, before) : Books.copyOf(given);
    Books opened = new Books(allocation, groups);
    int oldJobs = old == null ? 0 : old.ledger.groups().jobCount();
    int[] listed = inverse(before, groups.jobCount(), oldJobs);
    if (old != null) {
      leave(old, listed);
      opened.carryOver(old, before);
    }
    leases.list(groups, listed);
    books = opened;
    return EventOutcome.APPLIED;
  }

  /** By job listed before, which of the listed ones it is, or -1. */
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
   * Ends what jobs run in that are not listed any more.
   *
   * @param listed by job, its new index, or -1
   */
  private void leave(Books open, int[] listed) {
    for (Part part : leases.all()) {
      boolean firstStays = listed[part.first()] >= 0;
      boolean lastStays = listed[part.last()] >= 0;
      if (!firstStays && !lastStays) {
        leases.close(part, now, now, null);
      } else if (!firstStays || !lastStays) {
        leases.leave(part, firstStays ? part.last() : part.first(), now, open.ledger);
      }
    }
  }

  RoundPlan plan(double nowSeconds) {
    now = Require.advance(now, Require.finite(nowSeconds, "time of a plan"), "plan");
    accrue();
    double end = nowSeconds + options.roundSeconds();
    RoundPlan plan;
    if (books == null) {
      workers.startRound();
      plan = new RoundPlan(rounds, nowSeconds, end, List.of());
    } else {
      List<Part> before = leases.all();
      closeRound(books, before);
      workers.startRound();
      plan = plan(books, before, nowSeconds, end);
    }
    rounds++;
    lastPlan = plan;
    return plan;
  }

  private void closeRound(Books open, List<Part> parts) {
    for (Part part : parts) {
      leases.close(part, now, now, open.ledger);
      if (now >= part.endSeconds) {
        open.entry(part.first()).ranToTheEnd();
        if (part.last() != part.first()) {
          open.entry(part.last()).ranToTheEnd();
        }
      }
    }
  }

  private RoundPlan plan(Books open, List<Part> before, double start, double end) {
    open.ledger.workersChanged();
    Groups groups = open.ledger.groups();
    @Nullable Part[] ranIn = new @Nullable Part[groups.jobCount()];
    for (Part part : before) {
      ranIn[part.first()] = part;
      ranIn[part.last()] = part;
    }
    Claims claims = open.ledger.claims(priority, options.roundSeconds(), workers);
    Selection selection = new Selection(groups, workers, ranIn);
    selection.takeOwed(claims);
    Exchange.improve(groups, cluster, selection, claims);
    selection.takeOwed(claims); // a chain may have left room to a claim of another size
    Backfill.fill(selection, open.ledger);
    List<Granted> granted = Leases.grant(groups, selection, workers, ranIn, leases, start, end);
    leases.issue(granted.stream().map(Granted::part).toList(), groups);
    List<Interruption> interruptions = interrupt(open, granted, before, ranIn);
    return new RoundPlan(
        rounds, start, end, granted.stream().map(Granted::lease).toList(), interruptions);
  }

  /** Counts the jobs that do not simply run on; {@code ranIn} is used up. */
  private List<Interruption> interrupt(
      Books open, List<Granted> granted, List<Part> before, @Nullable Part[] ranIn) {
    List<Interruption> all = new ArrayList<>(granted.size());
    for (Granted grant : granted) {
      Part part = grant.part();
      begin(open, part.first(), grant.lease(), ranIn, all);
      if (part.last() != part.first()) {
        begin(open, part.last(), grant.lease(), ranIn, all);
      }
    }
    for (Part part : before) {
      pause(open, part.first(), ranIn, all);
      pause(open, part.last(), ranIn, all);
    }
    return all;
  }

  private void begin(
      Books open, int m, Lease lease, @Nullable Part[] ranIn, List<Interruption> all) {
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

  private void pause(Books open, int m, @Nullable Part[] ranIn, List<Interruption> all) {
    if (ranIn[m] != null) {
      all.add(open.entry(m).interrupt(Kind.PREEMPTED, options.overhead()));
      ranIn[m] = null;
    }
  }

  /** Adds what is owed for the part of the round that passed since this was last done. */
  private void accrue() {
    if (lastPlan == null) {
      return;
    }
    double from = Math.max(countedUntil, lastPlan.startSeconds());
    double to = Math.min(now, lastPlan.endSeconds());
    if (books != null && to > from) {
      books.ledger.accrue(to - from, workers);
    }
    countedUntil = now;
  }

  /** How many jobs are listed and not done. */
  int openJobs() {
    return books == null ? 0 : books.ledger.openJobs();
  }

  SchedulerState state() {
    Optional<Books> open = Optional.ofNullable(books);
    return new SchedulerState(
        cluster,
        options,
        now,
        countedUntil,
        rounds,
        open.map(kept -> kept.ledger.allocation()),
        open.map(kept -> kept.ledger.doneJobIds()).orElse(List.of()),
        open.map(kept -> kept.ledger.accounts()).orElse(List.of()),
        leases.all().stream().map(Part::toValue).toList(),
        Optional.ofNullable(lastPlan),
        leases.next(),
        leases.totals(),
        open.map(kept -> kept.log.records()).orElse(List.of()),
        workers.statuses());
  }
}
