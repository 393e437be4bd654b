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

/**
 * Turns allocations into rounds (Gavel §5, Algorithm 1): a deterministic state machine that is told
 * what happens and plans one round at a time. Mutable and not thread-safe; equal calls in equal
 * order give equal plans, also across {@link #state} and {@link #restore}.
 *
 * <p><b>Owed and received.</b> While a round runs, each group is owed its fraction of the time on
 * each type; between rounds nothing is owed, for nobody could have run. A lease counts as received
 * for the time that it really ran. What is owed and received is carried from allocation to
 * allocation by the ids of the group's jobs; a group that is new, or was not listed in between,
 * starts at zero.
 *
 * <p><b>Order.</b> Each group and type with a fraction above 0 that will be owed more at the end of
 * the round than it received has a claim. Claims are taken by falling lag (owed less received), as
 * long as the whole gang fits into what is left of the pool and no member runs elsewhere. Then jobs
 * of equal scale factor trade places as long as the sum of lags selected grows. The paper's order
 * is the ratio of owed to received; it lets large fractions wait until all small ones had a round.
 * Without exchanges, no order that was tried keeps up with an allocation that leaves neither the
 * workers nor the jobs any slack: the lag grows with the number of rounds. The largest lags over
 * 2,000 random feasible allocations of one-worker jobs on 1 to 5 types, most without slack, after
 * each of 1,000 rounds (seeds 0 to 1999 of the generator in this class's property tests):
 *
 * <table>
 *   <caption>Lag in rounds</caption>
 *   <tr><th>order</th><th>most behind</th><th>most ahead</th><th>cases above 2 behind</th></tr>
 *   <tr><td>owed over received, greedy</td><td>46.0</td><td>66.9</td><td>877</td></tr>
 *   <tr><td>lag, greedy</td><td>28.6</td><td>1.0</td><td>303</td></tr>
 *   <tr><td>lag, with exchanges (this class)</td><td>2.3</td><td>1.0</td><td>13</td></tr>
 * </table>
 *
 * <p>That one-worker jobs without pairs stay within 3 rounds of a feasible allocation is thus
 * measured, not proved. What is certain, for all jobs and allocations, is that no group is a full
 * round ahead while the allocation stays, and never two: only a claim is charged. Whole gangs may
 * not be able to realise a feasible allocation at all; from 8 rounds behind, claims are ordered by
 * the paper's ratio, so that all lose in proportion and newcomers do not wait until old debts are
 * paid.
 *
 * <p><b>Back-fill.</b> Workers that no claim can use go to jobs that have nothing else, whatever
 * their fraction, each first where it is at its best (see {@link Account#backfilledSeconds}). This
 * time is not set against what is owed: the workers would have stood idle, and a job must not lose
 * its share later because it used them.
 *
 * <p><b>Placement.</b> A group that ran on the same type in the round before keeps its workers. The
 * others, larger gangs first, go to the first server with room for the whole gang, or else to free
 * workers from the first server on.
 *
 * <p>A plan costs time {@code O((n + c) log(n + c) + x k³)} for n groups × types, c claims, k pools
 * and x exchanges; with 10,000 jobs that all have claims on 3 types, x was below 500.
 */
public final class RoundScheduler {

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

  private RoundScheduler(Cluster cluster, RoundOptions options, Priority priority) {
    this.cluster = cluster;
    this.options = options;
    this.priority = priority;
  }

  /**
   * A scheduler that knows no allocation yet.
   *
   * @param cluster the worker types
   * @param options the length of a round
   * @return a new scheduler
   */
  public static RoundScheduler create(Cluster cluster, RoundOptions options) {
    return create(cluster, options, Priority.LAG);
  }

  /** A scheduler with another order of claims. */
  static RoundScheduler create(Cluster cluster, RoundOptions options, Priority priority) {
    return new RoundScheduler(cluster, options, priority);
  }

  /**
   * A scheduler that continues where another was.
   *
   * @param state of the other, as {@link #state} gave it
   * @return a new scheduler that will plan what the other would have planned
   * @throws IllegalArgumentException if the allocation is for another cluster, or accounts or done
   *     jobs are not the allocation's
   */
  public static RoundScheduler restore(SchedulerState state) {
    RoundScheduler scheduler = create(state.cluster(), state.options());
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

  /**
   * Takes note of an event. The leases of the current round stay as they are, but that of a job
   * that is done ends; what of a pair is left then goes on alone on the same workers as back-fill.
   * A job that is done stays so as long as allocations list it, and to hear it again changes
   * nothing: an allocation may have been computed before it was done. Once an allocation does not
   * list it, its id is free for a new job.
   *
   * @param event not earlier than the last event or plan
   * @throws IllegalArgumentException if it is earlier, if the allocation is for another cluster, or
   *     if neither the allocation nor the last plan lists the job
   */
  public void accept(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.AllocationChanged changed) {
      requireSameCluster(changed.allocation());
      advance(event.atSeconds(), "changed allocation");
      change(changed.allocation());
    } else if (event instanceof SchedulerEvent.JobDone done) {
      int m = ledger == null ? -1 : ledger.jobOf(done.jobId());
      if (m < 0 && !lastPlanLists(done.jobId())) {
        throw new IllegalArgumentException(
            "job \"%s\" is done, but neither the allocation nor the last plan lists it"
                .formatted(done.jobId()));
      }
      advance(event.atSeconds(), "job \"%s\" done".formatted(done.jobId()));
      stop(done.jobId());
      if (ledger != null && m >= 0) {
        ledger.markDone(m);
      }
    }
  }

  /**
   * Closes the round before and plans the next. Leases count for the time that they ran, which is
   * until now, the end of the lease, or the end of the job, whichever was first: a round may be cut
   * short, and nothing runs between the end of a round and the next plan.
   *
   * @param nowSeconds the start of the round; not earlier than the last event or plan
   * @return what runs where; empty before the first allocation
   * @throws IllegalArgumentException if the time is earlier, or not finite
   */
  public RoundPlan plan(double nowSeconds) {
    advance(Require.finite(nowSeconds, "time of a plan"), "plan");
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

  /**
   * The whole memory of the scheduler.
   *
   * @return an immutable value
   */
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
        Optional.ofNullable(lastPlan));
  }

  /** Moves the clock, and the time for which groups are owed as far as a round runs. */
  private void advance(double to, String what) {
    if (!(to >= now)) {
      throw new IllegalArgumentException(
          "%s at %s seconds is earlier than the last event or plan at %s; time must not go back"
              .formatted(what, to, now));
    }
    now = to;
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
    requireSameCluster(allocation);
    return open(allocation);
  }

  private void requireSameCluster(Allocation allocation) {
    Cluster other = allocation.problem().cluster();
    if (!other.equals(cluster)) {
      throw new IllegalArgumentException(
          "the allocation is for %s; this scheduler is for %s".formatted(other, cluster));
    }
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

  private void credit(Running part) {
    if (ledger != null) {
      ledger.credit(part.jobIds(), part.workerType(), part.secondsUntil(now), part.owed());
    }
  }
}
