package io.gavel.legacy;

import static java.util.Objects.requireNonNull;

import io.gavel.legacy.OriginalSelection.Choice;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reproduces the planner of the 2020 Gavel code, including its known faults. The priority is the
 * fraction divided by the share of a type's busy time since the last reset, starting at half a
 * round. Types are filled one after another. Entries of priority 0 are selected too unless {@link
 * ZeroPriority} forbids it, and entries in no allocation hold workers that then stay idle. Mutable.
 */
public final class OriginalRounds {

  private final Cluster cluster;
  private final double roundSeconds;
  private final ZeroPriority zeroPriority;
  private final @Nullable OriginalSharing sharing;
  private final OriginalLedger ledger;
  private List<Integer> typeOrder;
  private double now = Double.NEGATIVE_INFINITY;
  private double billedFrom;
  private long rounds;
  private long nextLease;
  private final Map<String, Lease> running = new LinkedHashMap<>(); // by the first job
  private List<OriginalEntry> selected = List.of();
  private List<Lease> lastLeases = List.of();

  /**
   * Creates a planner without an allocation.
   *
   * @param cluster the worker types
   * @param options the length of a round; other options are ignored
   * @param zeroPriority whether groups of priority 0 may be selected
   */
  public OriginalRounds(Cluster cluster, RoundOptions options, ZeroPriority zeroPriority) {
    this(cluster, options, zeroPriority, null);
  }

  /** Creates a planner for jobs on shares of workers, unless {@code sharing} is null. */
  OriginalRounds(
      Cluster cluster,
      RoundOptions options,
      ZeroPriority zeroPriority,
      @Nullable OriginalSharing sharing) {
    this.sharing = sharing;
    this.cluster = cluster;
    this.roundSeconds = options.roundSeconds();
    this.zeroPriority = zeroPriority;
    this.ledger = new OriginalLedger(cluster.typeCount(), roundSeconds);
    this.typeOrder = IntStream.range(0, cluster.typeCount()).boxed().toList();
  }

  /**
   * Processes an event.
   *
   * @param event not earlier than the last event or plan; a change of jobs or of their allocation,
   *     or the end of a lease or of a job
   * @return always {@link EventOutcome#APPLIED}
   * @throws IllegalArgumentException if the event is earlier, for another cluster, about shares of
   *     workers, or of an unsupported type; the state is then unchanged
   */
  public EventOutcome accept(SchedulerEvent event) {
    requireModelled(event);
    now = advanced(event.atSeconds());
    if (event instanceof SchedulerEvent.ProblemChanged changed) {
      ledger.list(changed.problem());
    } else if (event instanceof SchedulerEvent.AllocationChanged changed) {
      ledger.change(now, changed.allocation());
    } else if (event instanceof SchedulerEvent.LeaseEnded ended) {
      stop(ended.jobId(), true);
    } else if (event instanceof SchedulerEvent.JobFailed failed) {
      stop(failed.jobId(), false);
    } else if (event instanceof SchedulerEvent.JobDone done) {
      stop(done.jobId(), true);
      if (ledger.lists(done.jobId())) {
        ledger.markDone(done.jobId());
      }
    }
    return EventOutcome.APPLIED;
  }

  /**
   * Rejects events that the original does not model: worker failures, costs of moves, shares of
   * workers.
   */
  private void requireModelled(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.ProblemChanged changed) {
      requireModelled(changed.problem());
    } else if (event instanceof SchedulerEvent.AllocationChanged changed) {
      requireModelled(changed.allocation().problem());
    } else if (!(event instanceof SchedulerEvent.LeaseEnded
        || event instanceof SchedulerEvent.JobFailed
        || event instanceof SchedulerEvent.JobDone)) {
      throw new IllegalArgumentException(
          "the original rules do not model %s".formatted(event.getClass().getSimpleName()));
    }
  }

  private void requireModelled(AllocationProblem problem) {
    if (!isSame(problem.cluster())) {
      throw new IllegalArgumentException(
          "the problem is for %s; this planner is for %s; types and pools must be equal"
              .formatted(problem.cluster(), cluster));
    }
    for (Job job : problem.jobs()) {
      if (sharing == null && job.gpuMilli() < Job.WHOLE_WORKER) {
        throw new IllegalArgumentException(
            "job \"%s\" takes %s thousandths of a worker, which the original rules do not model"
                .formatted(job.id(), job.gpuMilli()));
      }
    }
  }

  private boolean isSame(Cluster other) {
    boolean same = other.typeCount() == cluster.typeCount();
    for (int j = 0; same && j < cluster.typeCount(); j++) {
      same =
          other.type(j).name().equals(cluster.type(j).name())
              && other.type(j).pool().equals(cluster.type(j).pool());
    }
    return same;
  }

  private double advanced(double to) {
    if (!(to >= now)) {
      throw new IllegalArgumentException(
          "time is %s seconds, earlier than the last event or plan at %s".formatted(to, now));
    }
    return to;
  }

  /**
   * Changes the order in which types are filled.
   *
   * @param types the indices of all types, once each
   * @throws IllegalArgumentException if an index is missing, repeated or out of range
   */
  public void reorder(List<Integer> types) {
    List<Integer> sorted = types.stream().sorted().toList();
    if (!sorted.equals(IntStream.range(0, cluster.typeCount()).boxed().toList())) {
      throw new IllegalArgumentException(
          "order of types is %s; it must contain each of the %s types once"
              .formatted(types, cluster.typeCount()));
    }
    typeOrder = List.copyOf(types);
  }

  private void stop(String jobId, boolean credited) {
    Lease lease = running.containsKey(jobId) ? running.get(jobId) : asSecondOfPair(jobId);
    if (lease != null) {
      running.remove(lease.jobIds().get(0));
      if (credited) {
        credit(lease);
      }
    }
  }

  /** Returns the lease that a job holds as the second of a pair. */
  private @Nullable Lease asSecondOfPair(String jobId) {
    for (Lease lease : running.values()) {
      if (lease.jobIds().contains(jobId)) {
        return lease;
      }
    }
    return null;
  }

  private void credit(Lease lease) {
    double until = Math.min(now, lease.endSeconds());
    ledger.credit(lease.jobIds(), lease.workerType(), until - billedFrom);
  }

  /**
   * Plans the next round.
   *
   * @param nowSeconds the start of the round; not earlier than the last event or plan
   * @return the leases of the round
   * @throws IllegalArgumentException if the time is earlier
   */
  public RoundPlan plan(double nowSeconds) {
    now = advanced(nowSeconds);
    running.values().forEach(this::credit);
    if (!lastLeases.isEmpty()) {
      billedFrom = now; // an idle gap does not change it
    }
    ledger.prioritise();
    List<Lease> leases = sharing == null ? whole(now + roundSeconds) : shares(now + roundSeconds);
    nextLease += leases.stream().filter(lease -> lease.number() >= nextLease).count();
    running.clear();
    leases.forEach(lease -> running.put(lease.jobIds().get(0), lease));
    RoundPlan plan = new RoundPlan(rounds++, now, now + roundSeconds, leases);
    lastLeases = plan.leases();
    return plan;
  }

  private List<Lease> whole(double end) {
    boolean takesZero = zeroPriority == ZeroPriority.SELECTED;
    List<Choice> choices = OriginalSelection.of(cluster, ledger, typeOrder, takesZero);
    select(choices);
    return OriginalWorkers.assign(cluster, choices, lastLeases, now, end, nextLease);
  }

  private List<Lease> shares(double end) {
    OriginalShares shares =
        OriginalShares.of(cluster, requireNonNull(sharing), ledger, typeOrder, lastLeases);
    select(shares.choices());
    return shares.leases(lastLeases, now, end, nextLease);
  }

  private void select(List<Choice> choices) {
    selected = choices.stream().map(choice -> choice.row().entry(choice.type())).toList();
  }

  /**
   * Returns the counters as of now.
   *
   * @return an immutable value
   */
  public OriginalState state() {
    return new OriginalState(
        ledger.entries(),
        Arrays.stream(ledger.typeSeconds).boxed().toList(),
        selected,
        ledger.doneJobIds(),
        nextLease);
  }
}
