package io.gavel.mechanism;

import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.internal.ledger.Priority;
import io.gavel.mechanism.internal.planning.LagPlanner;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.model.Cluster;
import java.util.Optional;

/**
 * Turns allocations into rounds (Gavel §5, Algorithm 1). A deterministic state machine without
 * clock or thread: it accepts events and plans one round at a time. Equal calls in equal order give
 * equal plans, also across {@link #state} and {@link #restore}. Mutable and not thread-safe.
 *
 * <pre>{@code
 * var scheduler = RoundScheduler.create(cluster, RoundOptions.defaults());
 * scheduler.accept(new AllocationChanged(now, policy.allocate(problem)));
 * while (open) {
 *   RoundPlan plan = scheduler.plan(now);           // when the last round has ended
 *   plan.leases().forEach(this::run);
 *   ...                                             // during the round, as things happen:
 *   scheduler.accept(new ProgressReported(now, "job", lease.number(), steps, savedUntil));
 *   scheduler.accept(new JobDone(now, "job"));
 *   scheduler.accept(new AllocationChanged(now, policy.allocate(changedProblem)));
 *   store(scheduler.state());                       // a value; as text: SchedulerSnapshot
 * }
 * scheduler = RoundScheduler.restore(stored);       // after a restart
 * }</pre>
 *
 * <p>Plan at the ends of rounds, and {@link #fill} between them. A plan ends all leases that it
 * does not extend, so planning every few seconds preempts most leases before they are used.
 *
 * <p><b>Owed and received.</b> While a round runs, each group is owed its fraction of the time on
 * each type. Between rounds nothing is owed. A lease counts as received for its actual run time.
 * Owed and received time is carried from allocation to allocation by the ids of the group's jobs; a
 * group that is new, or was not listed in between, starts at zero.
 *
 * <p><b>Order.</b> Each group and type with a fraction above 0 is a candidate if at the end of the
 * round it will be owed more than it received; half a round earlier, if its job or the pool has no
 * time to spare. Candidates are taken by falling weight, as long as the complete gang fits into the
 * remaining capacity of the pool and no member runs elsewhere. Then jobs of equal scale factor swap
 * places while the sum of the selected weights increases. The weight is the lag (owed less
 * received); it is larger if the lag is pressing, if the lag will soon be large, or if the job or
 * the pool could not make up for a round in which it idles. Gavel orders by the ratio of owed to
 * received, which lets large fractions wait until all small ones have had a round.
 *
 * <p><b>Lag.</b> One-worker jobs without pairs stay within 2 rounds of a feasible allocation, and
 * gangs and pairs within 5 rounds of an allocation that some sequence of rounds realises (measured,
 * not proved); no group is 1.5 rounds ahead while the allocation stays, nor 2.5 rounds at any time
 * (certain, because only candidates are charged). Other allocations may not be realisable by
 * complete gangs. Candidates that lag by 8 rounds therefore go first, in the order in which they
 * reached this lag, so that all lose in proportion. A new allocation writes off most of the debt
 * beyond 8 rounds, so that old debt delays no other job: between two leases, a group is promised at
 * most 15 rounds (measured, with an allocation at least every 60 rounds), plus the patience and the
 * minimum run time, rounded up to complete rounds, for which other groups may keep their workers.
 * {@link SchedulerState#shortfalls} reports such groups.
 *
 * <p><b>Moves.</b> With {@link RoundOptions#patienceRounds}, a group counts as further behind where
 * it runs. It stays until other groups lag by that much more, or until it is that far ahead and the
 * workers are needed. Fewer leases move, and lags grow by about half of the patience. {@link
 * RoundOptions#minRunSeconds} keeps every lease for its minimum time.
 *
 * <p><b>Back-fill.</b> Workers that no candidate can use go to jobs without a lease, regardless of
 * their fraction, each first on its best type (see {@link Account#backfilledSeconds}). This time
 * does not reduce the debt of the job, since the workers would have been idle. {@link
 * RoundOptions#withoutBackfill} and {@link RoundOptions#limitingBackfill} restrict it, and {@link
 * io.gavel.mechanism.plan.Lease#owed} tells the two apart.
 *
 * <p><b>Faults.</b> If a lost worker ends a lease, the time of this round since the jobs last saved
 * their work is revoked: it stays owed. While workers are missing, no group is owed time that
 * cannot be provided: gangs larger than the remaining pool are owed nothing, and the fractions of
 * the remaining groups shrink in proportion. The difference is in {@link Account#missingSeconds}. A
 * job that fails repeatedly is given up ({@link RoundOptions#maxFailures}).
 *
 * <p><b>Placement.</b> A group that ran on the same type in the previous round keeps its workers.
 * The remaining groups, larger gangs first, go to the first server with room for the complete gang,
 * or else to free workers from the first server on. A {@link PlacementStrategy} instead chooses the
 * server of a gang that fits on one, and the worker of a share. It does not affect the selection of
 * jobs. If it leaves no room for a selected share, the new shares of this pool are packed onto the
 * fullest workers, and some may move.
 *
 * <p><b>Limits.</b> Constraints that hold {@linkplain
 * io.gavel.policies.constraint.Constraint#holdsAtEachMoment at each moment}, such as limits of
 * quotas, hold in every round: for owed leases and back-fill, after {@link #fill}, and while jobs
 * end. A limit is one more pool from which a lease draws. If a new allocation or problem tightens a
 * limit, running leases may exceed it until the next plan, but get no company. Time that no
 * sequence of rounds can give under a limit, because jobs are indivisible, is not owed; it is in
 * {@link Account#missingByLimit}. Constraints that hold on average are kept by the fractions of the
 * allocation: owed time keeps them, back-fill does not. A lower limit, an equation, or a constraint
 * with a negative coefficient that is to hold at each moment is refused by name, unless {@link
 * RoundOptions#ignoring} names it.
 *
 * <p>A plan takes time {@code O((n + c) log(n + c) + x k³)} for n groups × types, c candidates, k
 * pools and x swaps; with 10,000 jobs that are all candidates on 3 types, x was below 500.
 */
public final class RoundScheduler {

  private final LagPlanner planner;

  private RoundScheduler(LagPlanner planner) {
    this.planner = planner;
  }

  /**
   * Creates a scheduler without an allocation.
   *
   * @param cluster the worker types
   * @param options the length of a round, the limit of failures, and the overhead
   * @return a new scheduler
   */
  public static RoundScheduler create(Cluster cluster, RoundOptions options) {
    return create(cluster, options, Priority.LAG);
  }

  /**
   * Creates a scheduler that places new leases by a strategy.
   *
   * @param cluster the worker types, with at most 1,000 workers per server
   * @param options the length of a round, the limit of failures, and the overhead
   * @param placement chooses the workers of new leases
   * @return a new scheduler
   * @throws IllegalArgumentException if a server has more workers
   */
  public static RoundScheduler create(
      Cluster cluster, RoundOptions options, PlacementStrategy placement) {
    return new RoundScheduler(
        LagPlanner.create(cluster, options, Priority.LAG, Optional.of(placement)));
  }

  /** Creates a scheduler with another order of candidates. */
  static RoundScheduler create(Cluster cluster, RoundOptions options, Priority priority) {
    return new RoundScheduler(LagPlanner.create(cluster, options, priority, Optional.empty()));
  }

  /**
   * Creates a scheduler that continues from a stored state.
   *
   * @param state as returned by {@link #state}
   * @return a new scheduler that plans the same rounds as the original
   * @throws IllegalArgumentException if the allocation is for another cluster or has a constraint
   *     that rounds cannot keep, a lease is on workers of another cluster, or the allocation does
   *     not list a job of an account, of a lease or of the done jobs
   */
  public static RoundScheduler restore(SchedulerState state) {
    return new RoundScheduler(LagPlanner.restore(state, Optional.empty()));
  }

  /**
   * Creates a scheduler that continues from a stored state and places new leases by a strategy,
   * which is not part of the state.
   *
   * @param state as returned by {@link #state}
   * @param placement the strategy of the original
   * @return a new scheduler that plans the same rounds as the original
   * @throws IllegalArgumentException if the state is inconsistent, see {@link
   *     #restore(SchedulerState)}, or a server has more than 1,000 workers
   */
  public static RoundScheduler restore(SchedulerState state, PlacementStrategy placement) {
    return new RoundScheduler(LagPlanner.restore(state, Optional.of(placement)));
  }

  /**
   * Applies an event. The leases of the current round stay as they are, except that the lease of a
   * job that is done ends. If the job ran in a pair, the other job continues alone on the same
   * workers, as back-fill. A done job stays done as long as allocations list it, because an
   * allocation may have been computed before the job was done; repeating the event changes nothing.
   * Once an allocation does not list the job, its id is free for a new job.
   *
   * <p>Messages from workers may be late, duplicate or out of order, or concern jobs that are gone.
   * They change nothing, and the outcome says why.
   *
   * @param event not earlier than the last event or plan
   * @return the outcome
   * @throws IllegalArgumentException if the event is earlier, if an allocation or problem has other
   *     types or pools or more workers than the scheduler's cluster, or a constraint that rounds
   *     cannot keep at each moment, if the cluster has no such worker, or if a lease was never
   *     issued; then nothing has changed
   */
  public EventOutcome accept(SchedulerEvent event) {
    return planner.accept(event);
  }

  /**
   * Closes the previous round and plans the next. A lease counts for the time that it ran: until
   * now, the end of the lease, or the end of the job, whichever came first. Nothing runs between
   * the end of a round and the next plan. A round may be cut short, but every lease that the new
   * plan does not extend ends now. Planning every few seconds therefore preempts most leases unless
   * {@link RoundOptions#minRunSeconds} keeps them; {@link #fill} preempts none.
   *
   * @param nowSeconds the start of the round; not earlier than the last event or plan
   * @return the leases of the round; empty before the first allocation
   * @throws IllegalArgumentException if the time is earlier or not finite
   */
  public RoundPlan plan(double nowSeconds) {
    return RoundRecord.isRecording()
        ? RoundRecord.plan(planner, nowSeconds)
        : planner.plan(nowSeconds);
  }

  /**
   * Gives free workers to jobs that wait, for the rest of the round: after a job is done, a lease
   * has ended or a job has arrived. No running lease changes, and no job moves. Jobs are taken in
   * the order of a plan, so time counts as received for groups that are behind at the end of the
   * round, and as back-fill for all other groups.
   *
   * @param nowSeconds not earlier than the last event or plan, and before the end of the round
   * @return the round with the new leases only, which start now, and the jobs that resume
   * @throws IllegalArgumentException if the time is earlier or not finite, or no round runs then
   */
  public RoundPlan fill(double nowSeconds) {
    return planner.fill(nowSeconds);
  }

  /**
   * Returns how many workers the leases of the round leave idle, wholly or in part. At 0, {@link
   * #fill} grants no lease, and new jobs need not be announced for it.
   *
   * @return workers that a plan may use and no lease of whole workers holds
   */
  public long idleWorkers() {
    return planner.idleWorkers();
  }

  /**
   * Returns the complete state of the scheduler, for {@link #restore}.
   *
   * @return an immutable value
   */
  public SchedulerState state() {
    return planner.state();
  }
}
