package io.gavel.mechanism;

import io.gavel.mechanism.Leases.Granted;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@link Method#FAIR}. Mutable. */
final class FairRounds implements Rounds {

  private final Cluster cluster;
  private final RoundOptions options;
  private final Priority priority;
  private double now = Double.NEGATIVE_INFINITY;
  private double countedUntil = Double.NEGATIVE_INFINITY;
  private long rounds;
  private @Nullable Ledger ledger;
  private @Nullable Backfill backfill;
  private List<Running> running = List.of();
  private @Nullable RoundPlan lastPlan;

  private FairRounds(Cluster cluster, RoundOptions options, Priority priority) {
    this.cluster = cluster;
    this.options = options;
    this.priority = priority;
  }

  /** A scheduler with another order of claims. */
  static FairRounds create(Cluster cluster, RoundOptions options, Priority priority) {
    return new FairRounds(cluster, options, priority);
  }

  static FairRounds restore(SchedulerState state) {
    FairRounds scheduler = create(state.cluster(), state.options(), Priority.LAG);
    Ledger ledger = state.allocation().map(scheduler::checkedLedger).orElse(null);
    for (Account account : state.accounts()) {
      boolean typeExists = account.workerType() < state.cluster().typeCount();
      if (ledger == null || !ledger.lists(account.jobIds()) || !typeExists) {
        throw new IllegalArgumentException(
            "state has %s, but its allocation lists no such group or type".formatted(account));
      }
    }
    for (String id : state.doneJobIds()) {
      if (ledger == null || ledger.jobOf(id) < 0) {
        throw new IllegalArgumentException(
            "state has done job \"%s\", but its allocation lists no such job".formatted(id));
      }
      ledger.markDone(ledger.jobOf(id));
    }
    if (ledger != null) {
      ledger.carryOver(state.accounts());
    }
    scheduler.now = state.nowSeconds();
    scheduler.countedUntil = state.countedUntilSeconds();
    scheduler.rounds = state.rounds();
    scheduler.running = state.running();
    scheduler.lastPlan = state.lastPlan().orElse(null);
    return scheduler;
  }

  @Override
  public void accept(SchedulerEvent event) {
    SchedulerEvents.requireSameCluster(event, cluster);
    if (event instanceof SchedulerEvent.JobDone done) {
      requireKnown(done.jobId());
    }
    now = SchedulerEvents.advance(now, event.atSeconds(), SchedulerEvents.name(event));
    if (event instanceof SchedulerEvent.AllocationChanged changed) {
      change(changed.allocation());
    } else if (event instanceof SchedulerEvent.ProblemChanged changed) {
      change(Carried.over(ledger, changed.problem()));
    } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
      end(ended.jobId());
    } else if (event instanceof SchedulerEvent.JobFailed failed) {
      end(failed.jobId());
    } else if (event instanceof SchedulerEvent.JobDone done) {
      stop(done.jobId());
      int m = ledger == null ? -1 : ledger.jobOf(done.jobId());
      if (ledger != null && m >= 0) {
        ledger.markDone(m);
      }
    }
  }

  private void requireKnown(String jobId) {
    if ((ledger == null || ledger.jobOf(jobId) < 0) && !lastPlanLists(jobId)) {
      throw new IllegalArgumentException(
          "job \"%s\" is done, but neither the allocation nor the last plan lists it"
              .formatted(jobId));
    }
  }

  @Override
  public RoundPlan plan(double nowSeconds) {
    now = SchedulerEvents.advance(now, Require.finite(nowSeconds, "time of a plan"), "plan");
    accrue();
    running.forEach(this::credit);
    double end = nowSeconds + options.roundSeconds();
    List<Granted> granted = grant(nowSeconds, end);
    running = granted.stream().map(Granted::running).toList();
    RoundPlan plan =
        new RoundPlan(rounds++, nowSeconds, end, granted.stream().map(Granted::lease).toList());
    lastPlan = plan;
    return plan;
  }

  private List<Granted> grant(double start, double end) {
    if (ledger == null || backfill == null) {
      return List.of();
    }
    AllocationProblem problem = ledger.allocation().problem();
    List<Claim> claims = ledger.claims(priority, options.roundSeconds());
    Selection selection = new Selection(problem);
    selection.takeOwed(claims);
    Exchange.improve(problem, selection, claims);
    selection.takeOwed(claims); // a chain may have left room to a claim of another size
    backfill.fill(selection, ledger);
    List<Lease> before = lastPlan == null ? List.of() : lastPlan.leases();
    return Leases.grant(ledger, selection, before, start, end);
  }

  @Override
  public SchedulerState state() {
    Ledger open = ledger;
    return new SchedulerState(
        cluster,
        options,
        now,
        countedUntil,
        rounds,
        Optional.ofNullable(open).map(Ledger::allocation),
        open == null ? List.of() : open.doneJobIds(),
        open == null ? List.of() : open.accounts(),
        running,
        Optional.ofNullable(lastPlan),
        Optional.empty());
  }

  /** Adds what is owed for the part of the round that passed since this was last done. */
  private void accrue() {
    if (lastPlan == null) {
      return;
    }
    double from = Math.max(countedUntil, lastPlan.startSeconds());
    double to = Math.min(now, lastPlan.endSeconds());
    if (ledger != null && to > from) {
      ledger.accrue(to - from);
    }
    countedUntil = now;
  }

  private Ledger checkedLedger(Allocation allocation) {
    SchedulerEvents.requireSameCluster(
        new SchedulerEvent.AllocationChanged(0, allocation), cluster);
    return open(allocation);
  }

  private boolean lastPlanLists(String jobId) {
    return lastPlan != null
        && lastPlan.leases().stream().anyMatch(lease -> lease.jobIds().contains(jobId));
  }

  private void change(Allocation allocation) {
    accrue();
    Ledger old = ledger;
    Ledger opened = open(allocation);
    if (old != null) {
      opened.carryOver(old.accounts());
      old.doneJobIds().stream()
          .mapToInt(opened::jobOf)
          .filter(m -> m >= 0)
          .forEach(opened::markDone);
    }
    running = running.stream().filter(part -> opened.lists(part.jobIds())).toList();
  }

  /** Copies an allocation, which somebody else may have written, and opens its ledger. */
  private Ledger open(Allocation allocation) {
    AllocationProblem problem = allocation.problem();
    int types = cluster.typeCount();
    double[] fractions =
        IntStream.range(0, problem.groupCount() * types)
            .mapToDouble(i -> allocation.fraction(i / types, i % types))
            .toArray();
    Ledger opened = new Ledger(Allocation.of(problem, fractions, allocation.certificate()));
    ledger = opened;
    backfill = new Backfill(problem);
    return opened;
  }

  /** Ends the lease of a job; the other job of a pair goes on alone. */
  private void stop(String jobId) {
    List<Running> rest = new ArrayList<>(running.size());
    for (Running part : running) {
      if (part.jobIds().contains(jobId)) {
        credit(part);
        part.without(jobId, now).ifPresent(rest::add);
      } else {
        rest.add(part);
      }
    }
    running = rest;
  }

  /** Ends the lease of a job before its time. */
  private void end(String jobId) {
    running.stream().filter(part -> part.jobIds().contains(jobId)).forEach(this::credit);
    running = running.stream().filter(part -> !part.jobIds().contains(jobId)).toList();
  }

  private void credit(Running part) {
    if (ledger != null) {
      ledger.credit(part.jobIds(), part.workerType(), part.secondsUntil(now), part.owed());
    }
  }
}
