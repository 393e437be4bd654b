package io.gavel.mechanism;

import io.gavel.mechanism.OriginalSelection.Choice;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Cluster;
import io.gavel.policies.Job;
import io.gavel.policies.internal.Require;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@link Method#ORIGINAL}, oddities included. Mutable. */
final class OriginalRounds implements Rounds {

  private final Cluster cluster;
  private final RoundOptions options;
  private final OriginalLedger ledger;
  private List<Integer> typeOrder;
  private double now = Double.NEGATIVE_INFINITY;
  private double billedFrom;
  private long rounds;
  private long nextLease;
  private final Map<String, Running> running = new LinkedHashMap<>(); // by the first job
  private List<OriginalEntry> selected = List.of();
  private @Nullable RoundPlan lastPlan;

  OriginalRounds(Cluster cluster, RoundOptions options) {
    this.cluster = cluster;
    this.options = options;
    this.ledger = new OriginalLedger(cluster.typeCount(), options.roundSeconds());
    this.typeOrder = IntStream.range(0, cluster.typeCount()).boxed().toList();
  }

  static OriginalRounds restore(SchedulerState state) {
    OriginalState own =
        state
            .original()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "state says method ORIGINAL, but lacks what only that remembers"));
    OriginalRounds rounds = new OriginalRounds(state.cluster(), state.options());
    rounds.ledger.restore(state, own);
    rounds.typeOrder = own.typeOrder();
    rounds.now = state.nowSeconds();
    rounds.billedFrom = own.billedFromSeconds();
    rounds.rounds = state.rounds();
    rounds.nextLease = state.nextLease();
    state.running().forEach(rounds::run);
    rounds.lastPlan = state.lastPlan().orElse(null);
    rounds.selected = own.selected();
    return rounds;
  }

  @Override
  public EventOutcome accept(SchedulerEvent event) {
    SchedulerEvents.requireSameCluster(event, cluster);
    requireModelled(event);
    now = SchedulerEvents.advance(now, event);
    if (event instanceof SchedulerEvent.ProblemChanged changed) {
      ledger.list(changed.problem());
    } else if (event instanceof SchedulerEvent.AllocationChanged changed) {
      ledger.change(now, changed.allocation());
    } else if (event instanceof SchedulerEvent.TypesReordered reordered) {
      typeOrder = requireAll(reordered.types());
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
   * The original loses no workers in its simulation, moves jobs for nothing, and shares nothing.
   */
  private static void requireModelled(SchedulerEvent event) {
    boolean known =
        event instanceof SchedulerEvent.ProblemChanged
            || event instanceof SchedulerEvent.AllocationChanged
            || event instanceof SchedulerEvent.TypesReordered
            || event instanceof SchedulerEvent.LeaseEnded
            || event instanceof SchedulerEvent.JobFailed
            || event instanceof SchedulerEvent.JobDone;
    if (!known) {
      throw new IllegalArgumentException(
          "Method.ORIGINAL does not model a %s; use Method.FAIR"
              .formatted(SchedulerEvents.name(event)));
    }
    if (event instanceof SchedulerEvent.ProblemChanged changed) {
      requireWholeWorkers(changed.problem());
    } else if (event instanceof SchedulerEvent.AllocationChanged changed) {
      requireWholeWorkers(changed.allocation().problem());
    }
  }

  private static void requireWholeWorkers(AllocationProblem problem) {
    for (Job job : problem.jobs()) {
      if (job.gpuMilli() < Job.WHOLE_WORKER) {
        throw new IllegalArgumentException(
            "job \"%s\" takes %d thousandths of a worker, which Method.ORIGINAL does not model; use"
                    .formatted(job.id(), job.gpuMilli())
                + " Method.FAIR");
      }
    }
  }

  private List<Integer> requireAll(List<Integer> types) {
    if (types.size() != cluster.typeCount()) {
      throw new IllegalArgumentException(
          "order of types is %s; there are %d types".formatted(types, cluster.typeCount()));
    }
    return types;
  }

  private void run(Running part) {
    running.put(part.jobIds().get(0), part);
  }

  private void stop(String jobId, boolean credited) {
    Running part = running.containsKey(jobId) ? running.get(jobId) : besideAnother(jobId);
    if (part != null) {
      running.remove(part.jobIds().get(0));
      if (credited) {
        credit(part);
      }
    }
  }

  /** What runs of a job as the second of a pair. */
  private @Nullable Running besideAnother(String jobId) {
    for (Running part : running.values()) {
      if (part.jobIds().contains(jobId)) {
        return part;
      }
    }
    return null;
  }

  private void credit(Running part) {
    double until = Math.min(now, part.endSeconds());
    ledger.credit(part.jobIds(), part.workerType(), until - billedFrom);
  }

  @Override
  public RoundPlan plan(double nowSeconds) {
    now = SchedulerEvents.advance(now, Require.finite(nowSeconds, "time of a plan"), "plan");
    running.values().forEach(this::credit);
    List<Lease> before = lastPlan == null ? List.of() : lastPlan.leases();
    if (!before.isEmpty()) {
      billedFrom = now; // after an idle gap it stays where the last round with leases ended
    }
    ledger.prioritise();
    boolean takesZero = options.method() != Method.ORIGINAL_FIFO;
    List<Choice> choices = OriginalSelection.of(cluster, ledger, typeOrder, takesZero);
    selected = choices.stream().map(choice -> choice.row().entry(choice.type())).toList();
    double end = now + options.roundSeconds();
    List<Lease> leases = OriginalWorkers.assign(cluster, choices, before, now, end, nextLease);
    nextLease += leases.stream().filter(lease -> lease.number() >= nextLease).count();
    running.clear();
    leases.forEach(lease -> run(Running.of(lease, true)));
    RoundPlan plan = new RoundPlan(rounds++, now, end, leases);
    lastPlan = plan;
    return plan;
  }

  @Override
  public int openJobs() {
    return ledger.openJobs();
  }

  @Override
  public SchedulerState state() {
    Optional<AllocationProblem> problem = ledger.problem();
    return new SchedulerState(
        cluster,
        options,
        now,
        now,
        rounds,
        ledger.allocation(),
        ledger.doneJobIds(),
        List.of(),
        List.copyOf(running.values()),
        Optional.ofNullable(lastPlan),
        nextLease,
        LeaseTotals.none(),
        List.of(),
        List.of(),
        Optional.of(
            new OriginalState(
                problem,
                ledger.entries(),
                Arrays.stream(ledger.typeSeconds).boxed().toList(),
                typeOrder,
                selected,
                ledger.lastReset,
                billedFrom)));
  }
}
