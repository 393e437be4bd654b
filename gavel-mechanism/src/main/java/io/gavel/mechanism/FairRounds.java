package io.gavel.mechanism;

import io.gavel.mechanism.Interruption.Kind;
import io.gavel.mechanism.JobLog.Entry;
import io.gavel.mechanism.Leases.Granted;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link Method#FAIR}. Mutable. */
final class FairRounds implements Rounds {

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
    FairRounds rounds =
        new FairRounds(
            state.cluster(),
            state.options(),
            Priority.LAG,
            Workers.restore(state.cluster(), state.workers()),
            OpenLeases.restore(state));
    state.allocation().ifPresent(rounds::requireSameCluster);
    rounds.books = Books.restore(state);
    rounds.now = state.nowSeconds();
    rounds.countedUntil = state.countedUntilSeconds();
    rounds.rounds = state.rounds();
    rounds.lastPlan = state.lastPlan().orElse(null);
    return rounds;
  }

  private void requireSameCluster(Allocation allocation) {
    SchedulerEvents.requireSameCluster(
        new SchedulerEvent.AllocationChanged(0, allocation), cluster);
  }

  @Override
  public EventOutcome accept(SchedulerEvent event) {
    SchedulerEvents.requireSameCluster(event, cluster);
    SchedulerEvents.listedWorkers(event).forEach(workers::require);
    requireIssued(SchedulerEvents.lease(event), event);
    now = SchedulerEvents.advance(now, event.atSeconds(), SchedulerEvents.name(event));
    if (event instanceof SchedulerEvent.AllocationChanged changed) {
      return change(changed.allocation());
    } else if (event instanceof SchedulerEvent.ProblemChanged changed) {
      return change(Carried.over(books == null ? null : books.ledger, changed.problem()));
    } else if (event instanceof SchedulerEvent.WorkersLost lost) {
      return lose(lost.workers());
    } else if (event instanceof SchedulerEvent.WorkersDrained drained) {
      return outcome(workers.change(drained.workers(), Availability::drained));
    } else if (event instanceof SchedulerEvent.WorkersReturned returned) {
      return outcome(workers.change(returned.workers(), Availability::returned));
    } else if (event instanceof SchedulerEvent.TypesReordered) {
      return EventOutcome.UNCHANGED;
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
      finish(open, m, entry);
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
  private void finish(Books open, int m, Entry entry) {
    Running part = leases.get(entry.lease);
    if (part != null && part.jobIds().contains(entry.jobId)) {
      leases.leave(part, entry.jobId, now, open.ledger);
    }
    open.ledger.markDone(m);
  }

  /**
   * Ends the lease of a job before its time, for both jobs of a pair. That a job failed under its
   * latest lease may be known only after the lease is over; it counts as well.
   */
  private EventOutcome end(Books open, int m, Entry entry, long lease, boolean failed) {
    Running part = leases.get(entry.lease);
    if (part != null && part.jobIds().contains(entry.jobId)) {
      leases.close(part, now, now, open.ledger);
      if (failed) {
        part.jobIds().forEach(id -> open.entry(open.ledger.jobOf(id)).interrupted = true);
      }
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
    for (Running part : leases.holding(lost)) {
      double saved = Double.POSITIVE_INFINITY; // of a pair, what both have saved
      for (String id : part.jobIds()) {
        Entry entry = entryOf(id);
        saved = Math.min(saved, entry.savedUntil);
        entry.interrupted = true;
      }
      leases.close(part, now, saved, books == null ? null : books.ledger);
    }
    workers.change(lost, Availability::lost);
    if (books != null) {
      books.ledger.workersChanged();
    }
    return EventOutcome.APPLIED;
  }

  /** Of a job that runs, so that it is listed. */
  private Entry entryOf(String id) {
    if (books == null) {
      throw new IllegalStateException("job \"%s\" runs, but nothing lists it".formatted(id));
    }
    return books.entry(books.ledger.jobOf(id));
  }

  private EventOutcome change(Allocation allocation) {
    accrue();
    Books opened = Books.open(allocation);
    for (Running part : leases.all()) {
      List<String> gone = part.jobIds().stream().filter(id -> Books.jobOf(opened, id) < 0).toList();
      if (gone.size() == part.jobIds().size()) {
        leases.close(part, now, now, null);
      } else if (!gone.isEmpty() && books != null) {
        leases.leave(part, gone.get(0), now, books.ledger);
      }
    }
    if (books != null) {
      opened.carryOver(books);
    }
    books = opened;
    return EventOutcome.APPLIED;
  }

  @Override
  public RoundPlan plan(double nowSeconds) {
    now = SchedulerEvents.advance(now, Require.finite(nowSeconds, "time of a plan"), "plan");
    accrue();
    List<Running> before = leases.all();
    for (Running part : before) {
      leases.close(part, now, now, books == null ? null : books.ledger);
      if (now >= part.endSeconds()) {
        part.jobIds().forEach(id -> entryOf(id).ranToTheEnd());
      }
    }
    workers.startRound();
    double end = nowSeconds + options.roundSeconds();
    RoundPlan plan =
        books == null
            ? new RoundPlan(rounds, nowSeconds, end, List.of())
            : plan(books, before, nowSeconds, end);
    rounds++;
    lastPlan = plan;
    return plan;
  }

  private RoundPlan plan(Books open, List<Running> before, double start, double end) {
    open.ledger.workersChanged();
    AllocationProblem problem = open.ledger.allocation().problem();
    @Nullable Running[] ranIn = new @Nullable Running[problem.jobCount()];
    for (Running part : before) {
      part.jobIds().forEach(id -> ranIn[open.ledger.jobOf(id)] = part);
    }
    List<Claim> claims = open.ledger.claims(priority, options.roundSeconds(), workers);
    Selection selection = new Selection(problem, workers, ranIn);
    selection.takeOwed(claims);
    Exchange.improve(problem, selection, claims);
    selection.takeOwed(claims); // a chain may have left room to a claim of another size
    open.backfill.fill(selection, open.ledger);
    List<Granted> granted =
        Leases.grant(open.ledger, selection, workers, ranIn, leases, start, end);
    leases.issue(granted.stream().map(grant -> Running.of(grant.lease(), grant.owed())).toList());
    List<Interruption> interruptions = interrupt(open, granted, before, ranIn);
    return new RoundPlan(
        rounds, start, end, granted.stream().map(Granted::lease).toList(), interruptions);
  }

  /** Counts the jobs that do not simply run on; {@code ranIn} is used up. */
  private List<Interruption> interrupt(
      Books open, List<Granted> granted, List<Running> before, @Nullable Running[] ranIn) {
    List<Interruption> all = new ArrayList<>();
    AllocationProblem problem = open.ledger.allocation().problem();
    for (Granted grant : granted) {
      Group group = problem.group(grant.group());
      for (int i = 0; i < group.size(); i++) {
        int m = group.member(i);
        Entry entry = open.entry(m);
        if (!grant.lease().extended()) {
          if (entry.lease >= 0) {
            Kind again = entry.interrupted ? Kind.RESTARTED : Kind.RESUMED;
            all.add(entry.interrupt(ranIn[m] == null ? again : Kind.MOVED, options.overhead()));
          }
          entry.begin(grant.lease().number());
        }
        ranIn[m] = null;
      }
    }
    for (Running part : before) {
      for (String id : part.jobIds()) {
        if (ranIn[open.ledger.jobOf(id)] != null) {
          all.add(entryOf(id).interrupt(Kind.PREEMPTED, options.overhead()));
        }
      }
    }
    return all;
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

  @Override
  public SchedulerState state() {
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
        leases.all(),
        Optional.ofNullable(lastPlan),
        leases.next(),
        leases.totals(),
        open.map(kept -> kept.log.records()).orElse(List.of()),
        workers.statuses(),
        Optional.empty());
  }
}
