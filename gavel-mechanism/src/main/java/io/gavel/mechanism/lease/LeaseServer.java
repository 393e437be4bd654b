package io.gavel.mechanism.lease;

import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.lease.LeaseMessage.EndNoted;
import io.gavel.mechanism.lease.LeaseMessage.Ended;
import io.gavel.mechanism.lease.LeaseMessage.Granted;
import io.gavel.mechanism.lease.LeaseMessage.KillOrdered;
import io.gavel.mechanism.lease.LeaseMessage.RenewalAsked;
import io.gavel.mechanism.lease.LeaseSnapshot.TrackedLease;
import io.gavel.mechanism.plan.Lease;
import io.gavel.policies.internal.Require;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's side of all leases. Mutable and not thread-safe; its state is a value, see {@link
 * #state}.
 *
 * <p>A lease is tracked for each of its jobs. The first member of a gang that asks for renewal
 * fixes the step at which all members stop: the step that the gang reaches by the end of the lease
 * at its pace so far. All members are sent that step, and have half of the grace time to reach it
 * if they are slower than projected. An extension replaces it. A lease ends when all members have
 * reported their end. The job has failed, and restarts from its previous save, in two cases:
 * members stopped at different steps, so that their saved states do not fit together; or members
 * stayed silent for the grace time after the end, and are killed.
 *
 * <p>The outcome of a lease is reported once, as events for the {@link
 * io.gavel.mechanism.RoundScheduler}.
 */
public final class LeaseServer {

  /**
   * The result of a grant, a message or the passing of time. Immutable.
   *
   * @param messages the messages to members
   * @param events the events for the scheduler
   */
  public record Turn(List<LeaseMessage> messages, List<SchedulerEvent> events) {
    /**
     * Copies the lists.
     *
     * @param messages the messages to members
     * @param events the events for the scheduler
     */
    public Turn {
      messages = List.copyOf(messages);
      events = List.copyOf(events);
    }
  }

  private static final double NOTHING_SAVED = Double.NEGATIVE_INFINITY;

  private record Key(long lease, String jobId) {}

  private final double graceSeconds;
  private final Map<Key, TrackedLease> open = new LinkedHashMap<>();

  private LeaseServer(double graceSeconds) {
    if (!(graceSeconds >= 0) || graceSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "grace time is %s seconds; it must be finite and at least 0".formatted(graceSeconds));
    }
    this.graceSeconds = graceSeconds;
  }

  /**
   * Creates a server without leases.
   *
   * @param graceSeconds how long after the end of a lease its members may save and report, finite
   *     and at least 0; the original Gavel code allows 60
   * @return a new server
   * @throws IllegalArgumentException if the time is out of range
   */
  public static LeaseServer create(double graceSeconds) {
    return new LeaseServer(graceSeconds);
  }

  /**
   * Creates a server that continues from a stored state.
   *
   * @param graceSeconds as before
   * @param state as returned by {@link #state}
   * @return a new server
   */
  public static LeaseServer restore(double graceSeconds, List<TrackedLease> state) {
    LeaseServer server = new LeaseServer(graceSeconds);
    state.forEach(server::put);
    return server;
  }

  /**
   * Returns the complete state except the grace time.
   *
   * @return the leases that have not ended, in the order in which they began
   */
  public List<TrackedLease> state() {
    return List.copyOf(open.values());
  }

  private void put(TrackedLease tracked) {
    open.put(new Key(tracked.lease(), tracked.jobId()), tracked);
  }

  /**
   * Grants a job a lease from its start, or another round under a lease that it has. Granting the
   * same lease again sends the same terms again.
   *
   * @param lease a lease of the latest plan
   * @param jobId one of its jobs
   * @param stepsDone steps done since the job began; used only for a new lease
   * @param totalSteps the number of steps after which the job is complete; positive infinity if
   *     unknown
   * @return the terms for each member and, for a new lease, a report of the steps
   * @throws IllegalArgumentException if the lease has no such job
   */
  public Turn grant(Lease lease, String jobId, double stepsDone, double totalSteps) {
    return grant(lease, jobId, stepsDone, totalSteps, lease.startSeconds());
  }

  /**
   * Grants a lease that may begin after its start, because its workers or its job had to wait for
   * the end of an earlier lease.
   *
   * @param lease a lease of the latest plan
   * @param jobId one of its jobs
   * @param stepsDone steps done since the job began; used only for a new lease
   * @param totalSteps the number of steps after which the job is complete; positive infinity if
   *     unknown
   * @param nowSeconds the current time, finite; before the start of the lease, it begins at its
   *     start
   * @return as for a lease from its start
   * @throws IllegalArgumentException if the lease has no such job, or the time is not finite
   */
  public Turn grant(
      Lease lease, String jobId, double stepsDone, double totalSteps, double nowSeconds) {
    if (!lease.jobIds().contains(jobId)) {
      throw new IllegalArgumentException("job \"%s\" is not a job of %s".formatted(jobId, lease));
    }
    TrackedLease before = open.get(new Key(lease.number(), jobId));
    if (before != null) {
      TrackedLease extended = extended(before, lease.endSeconds());
      put(extended);
      return new Turn(terms(extended), List.of());
    }
    double begins = Math.max(lease.startSeconds(), Require.finite(nowSeconds, "time of a grant"));
    TrackedLease begun =
        new TrackedLease(
            lease.number(),
            jobId,
            new LeaseTerms(0, totalSteps, totalSteps, lease.endSeconds(), 0),
            totalSteps,
            begins,
            stepsDone,
            false,
            Collections.nCopies(lease.workers().size(), Double.NaN));
    put(begun);
    return new Turn(terms(begun), List.of(progress(begun, begins, stepsDone, NOTHING_SAVED)));
  }

  private static SchedulerEvent progress(
      TrackedLease tracked, double nowSeconds, double steps, double savedSeconds) {
    return new SchedulerEvent.ProgressReported(
        nowSeconds, tracked.jobId(), tracked.lease(), steps, savedSeconds);
  }

  /**
   * The lease of a gang with a stopped member is not extended: the gang cannot continue together.
   */
  private static TrackedLease extended(TrackedLease before, double endSeconds) {
    LeaseTerms old = before.terms();
    boolean stopping = before.ends().stream().anyMatch(end -> !Double.isNaN(end));
    return stopping || endSeconds <= old.endSeconds()
        ? before
        : before.with(
            new LeaseTerms(
                old.version() + 1, before.totalSteps(), before.totalSteps(), endSeconds, 0),
            false);
  }

  private static List<LeaseMessage> terms(TrackedLease tracked) {
    List<LeaseMessage> all = new ArrayList<>();
    for (int member = 0; member < tracked.ends().size(); member++) {
      if (!tracked.hasEnded(member)) {
        all.add(new Granted(tracked.lease(), tracked.jobId(), member, tracked.terms()));
      }
    }
    return all;
  }

  /**
   * Applies a message from a member. Late, repeated and reordered messages do no harm.
   *
   * @param message a message from a member
   * @param nowSeconds the current time
   * @return the answer, and the outcome of the lease if it ended
   * @throws IllegalArgumentException if there is no such member, or the message is one to members
   */
  public Turn on(LeaseMessage message, double nowSeconds) {
    TrackedLease tracked = open.get(new Key(message.lease(), message.jobId()));
    if (tracked != null && message.member() >= tracked.ends().size()) {
      throw new IllegalArgumentException(
          "%s names a member that does not exist; the gang has %s members"
              .formatted(message, tracked.ends().size()));
    } else if (message instanceof RenewalAsked asked) {
      List<SchedulerEvent> report =
          tracked == null
              ? List.of()
              : List.of(progress(tracked, nowSeconds, asked.steps(), NOTHING_SAVED));
      return new Turn(renewal(tracked, asked), report);
    } else if (message instanceof Ended ended) {
      EndNoted noted = new EndNoted(ended.lease(), ended.jobId(), ended.member());
      return tracked == null
          ? new Turn(List.of(noted), List.of())
          : end(tracked, ended, noted, nowSeconds);
    }
    throw new IllegalArgumentException(
        "%s is a message to members; a server accepts only messages from members"
            .formatted(message));
  }

  private List<LeaseMessage> renewal(@Nullable TrackedLease tracked, RenewalAsked asked) {
    if (tracked == null) {
      return List.of(new KillOrdered(asked.lease(), asked.jobId(), asked.member()));
    } else if (tracked.ends().size() > 1 && !tracked.agreed() && usedMost(tracked, asked)) {
      LeaseTerms old = tracked.terms();
      double steps = tracked.projectedSteps(asked.steps(), asked.atSeconds());
      double stop = Math.min(old.maxSteps(), steps);
      LeaseTerms terms =
          new LeaseTerms(
              old.version() + 1, stop, old.finalSteps(), old.endSeconds(), graceSeconds / 2);
      TrackedLease agreed = tracked.with(terms, true);
      put(agreed);
      return terms(agreed);
    }
    return tracked.hasEnded(asked.member())
        ? List.of()
        : List.of(new Granted(asked.lease(), asked.jobId(), asked.member(), tracked.terms()));
  }

  /** A late request about terms that have been extended since fixes no step for the new terms. */
  private static boolean usedMost(TrackedLease tracked, RenewalAsked asked) {
    double length = tracked.terms().endSeconds() - tracked.startSeconds();
    double left = tracked.terms().endSeconds() - asked.atSeconds();
    return left <= (1 - LeaseClient.ASK_AFTER) * length;
  }

  private Turn end(TrackedLease tracked, Ended ended, EndNoted noted, double nowSeconds) {
    List<Double> ends = new ArrayList<>(tracked.ends());
    ends.set(ended.member(), ended.steps());
    TrackedLease now = tracked.with(ends);
    List<LeaseMessage> messages = new ArrayList<>(List.of(noted));
    if (!now.allEnded() && ended.steps() < now.terms().maxSteps()) {
      LeaseTerms old = now.terms();
      LeaseTerms last =
          new LeaseTerms(
              old.version() + 1, ended.steps(), ended.steps(), old.endSeconds(), old.lateSeconds());
      now = now.with(last, true);
      messages.addAll(terms(now)); // no member may run further than the first that stopped
    }
    put(now);
    return new Turn(
        messages, now.allEnded() ? close(now, ended.atSeconds(), nowSeconds) : List.of());
  }

  private List<SchedulerEvent> close(TrackedLease tracked, double savedAt, double nowSeconds) {
    open.remove(new Key(tracked.lease(), tracked.jobId()));
    String id = tracked.jobId();
    OptionalLong number = OptionalLong.of(tracked.lease());
    if (!tracked.stoppedTogether()) {
      return List.of(new SchedulerEvent.JobFailed(nowSeconds, id, number));
    }
    double steps = tracked.ends().get(0);
    return List.of(
        progress(tracked, nowSeconds, steps, Math.min(savedAt, nowSeconds)),
        steps >= tracked.totalSteps()
            ? new SchedulerEvent.JobDone(nowSeconds, id)
            : new SchedulerEvent.LeaseEnded(nowSeconds, id, number));
  }

  /**
   * Advances to a time. Members that are silent for the grace time after the end are to be killed.
   *
   * @param nowSeconds the current time
   * @return the processes to kill, and the failures of their jobs
   */
  public Turn at(double nowSeconds) {
    List<LeaseMessage> kills = new ArrayList<>();
    List<SchedulerEvent> failed = new ArrayList<>();
    for (TrackedLease tracked : state()) {
      if (nowSeconds >= tracked.terms().endSeconds() + graceSeconds) {
        kills.addAll(kill(tracked));
        failed.add(
            new SchedulerEvent.JobFailed(
                nowSeconds, tracked.jobId(), OptionalLong.of(tracked.lease())));
      }
    }
    return new Turn(kills, failed);
  }

  /**
   * Ends a lease from the scheduler's side: a worker was lost, or the job was cancelled.
   *
   * @param lease the number of the lease
   * @param jobId the job
   * @return the processes to kill; empty if no such lease is open
   */
  public List<LeaseMessage> revoke(long lease, String jobId) {
    TrackedLease tracked = open.get(new Key(lease, jobId));
    return tracked == null ? List.of() : kill(tracked);
  }

  private List<LeaseMessage> kill(TrackedLease tracked) {
    open.remove(new Key(tracked.lease(), tracked.jobId()));
    List<LeaseMessage> kills = new ArrayList<>();
    for (int member = 0; member < tracked.ends().size(); member++) {
      if (!tracked.hasEnded(member)) {
        kills.add(new KillOrdered(tracked.lease(), tracked.jobId(), member));
      }
    }
    return kills;
  }
}
