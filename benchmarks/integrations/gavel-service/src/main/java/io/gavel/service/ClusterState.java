package io.gavel.service;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.EventOutcome;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.Worker;
import io.gavel.mechanism.snapshot.SchedulerSnapshot;
import io.gavel.mechanism.state.SchedulerState;
import io.gavel.mechanism.state.SchedulerState.OpenLeaseState;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.snapshot.SnapshotReader;
import io.gavel.policies.snapshot.SnapshotWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a cluster, with their entitlements and leases. Equal calls in equal order give equal
 * states, also across {@link #save} and {@link #restore}. Mutable and not thread-safe.
 */
final class ClusterState {

  private static final String SECTION = "gavel-service";

  private record Entry(JobRequest request, double stepsDone) {}

  private final Cluster cluster;
  private final Policy policy;
  private final Map<String, Entry> jobs = new LinkedHashMap<>();
  private RoundScheduler rounds;
  private RecomputeTrigger trigger = RecomputeTrigger.of(0);
  private double now;
  private Optional<Allocation> allocation = Optional.empty();
  private Optional<RoundPlan> lastPlan = Optional.empty();

  /** The lease of each job; null after a change. */
  private @Nullable Map<String, OpenLeaseState> leases;

  private @Nullable String trouble;

  ClusterState(Cluster cluster, Policy policy, RoundOptions options) {
    this.cluster = cluster;
    this.policy = policy;
    this.rounds = RoundScheduler.create(cluster, options);
  }

  /** Applies a change; if it is refused, nothing has changed. */
  EventOutcome apply(Change change) {
    EventOutcome outcome = change.on(this);
    now = change.atSeconds();
    return outcome;
  }

  EventOutcome submit(String id, JobRequest request) {
    AllocationProblem.builder(cluster).job(request.job(id, 0), request.rates(cluster)).build();
    if (request.workers() > mostWorkers(request)) {
      throw new IllegalArgumentException(
          "%s workers are more than any type has on which the job can run; the most is %s"
              .formatted(request.workers(), mostWorkers(request)));
    }
    jobs.put(id, new Entry(request, 0));
    trigger = trigger.changed();
    return EventOutcome.APPLIED;
  }

  private int mostWorkers(JobRequest request) {
    return request.stepsPerSecond().entrySet().stream()
        .filter(rate -> rate.getValue() > 0)
        .mapToInt(rate -> cluster.poolWorkers(cluster.poolOf(cluster.indexOf(rate.getKey()))))
        .max()
        .orElse(0);
  }

  EventOutcome progress(Change.Progress report) {
    EventOutcome outcome =
        rounds.accept(
            new SchedulerEvent.ProgressReported(
                report.atSeconds(),
                report.id(),
                report.lease(),
                report.steps(),
                report.savedUntilSeconds() == null
                    ? Double.NEGATIVE_INFINITY
                    : report.savedUntilSeconds()));
    jobs.computeIfPresent(
        report.id(),
        (id, entry) ->
            outcome == EventOutcome.APPLIED
                ? new Entry(entry.request(), Math.max(entry.stepsDone(), report.steps()))
                : entry);
    return outcome;
  }

  EventOutcome fail(Change.Failed failed) {
    EventOutcome outcome =
        rounds.accept(
            new SchedulerEvent.JobFailed(
                failed.atSeconds(), failed.id(), OptionalLong.of(failed.lease())));
    if (outcome == EventOutcome.GIVEN_UP) {
      forget(failed.id());
    }
    leases = null;
    return outcome;
  }

  EventOutcome end(Change.Ended ended) {
    rounds.accept(new SchedulerEvent.JobDone(ended.atSeconds(), ended.id()));
    forget(ended.id());
    return EventOutcome.APPLIED;
  }

  private void forget(String id) {
    jobs.remove(id);
    trigger = trigger.changed();
    leases = null;
  }

  EventOutcome changeWorker(Change.WorkerChanged change) {
    List<Worker> workers = List.of(Worker.of(cluster, change.type(), change.index()));
    leases = null;
    return rounds.accept(
        switch (change.condition()) {
          case UP -> new SchedulerEvent.WorkersReturned(change.atSeconds(), workers);
          case DRAINED -> new SchedulerEvent.WorkersDrained(change.atSeconds(), workers);
          case LOST -> new SchedulerEvent.WorkersLost(change.atSeconds(), workers);
        });
  }

  EventOutcome fill(double atSeconds) {
    if (lastPlan.isEmpty() || atSeconds >= lastPlan.get().endSeconds()) {
      return EventOutcome.UNCHANGED;
    }
    rounds.accept(new SchedulerEvent.ProblemChanged(atSeconds, problem()));
    rounds.fill(atSeconds);
    leases = null;
    return EventOutcome.APPLIED;
  }

  /**
   * Allocates if jobs have come or gone, and plans the next round. If the policy fails, the last
   * allocation stays, and {@link #trouble} says so.
   */
  RoundPlan plan(double atSeconds) {
    if (trigger.isDue(atSeconds)) {
      AllocationProblem problem = problem();
      try {
        allocation = Optional.of(policy.allocate(problem));
        rounds.accept(new SchedulerEvent.AllocationChanged(atSeconds, allocation.get()));
        trigger = trigger.computed(atSeconds);
        trouble = null;
      } catch (RuntimeException e) {
        trouble = "the policy fails: " + e.getMessage();
        rounds.accept(new SchedulerEvent.ProblemChanged(atSeconds, problem));
      }
    }
    RoundPlan plan = rounds.plan(atSeconds);
    now = atSeconds;
    lastPlan = Optional.of(plan);
    leases = null;
    return plan;
  }

  private AllocationProblem problem() {
    AllocationProblem.Builder problem = AllocationProblem.builder(cluster);
    jobs.forEach(
        (id, entry) ->
            problem.job(
                entry.request().job(id, entry.stepsDone()), entry.request().rates(cluster)));
    return problem.build();
  }

  /** Why the last allocation is out of date; empty if all is well. */
  Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  double now() {
    return now;
  }

  int jobCount() {
    return jobs.size();
  }

  /** When the last planned round ends, in seconds since 1970; empty before the first. */
  Optional<RoundPlan> lastPlan() {
    return lastPlan;
  }

  Optional<JobRequest> request(String id) {
    return Optional.ofNullable(jobs.get(id)).map(Entry::request);
  }

  double stepsDone(String id) {
    return Optional.ofNullable(jobs.get(id)).map(Entry::stepsDone).orElse(0.0);
  }

  /**
   * Returns the fractions of its time that a job is entitled to, by type; empty before an
   * allocation.
   */
  Map<String, Double> shares(String id) {
    Map<String, Double> shares = new TreeMap<>();
    allocation
        .filter(current -> current.problem().find(id).isPresent())
        .ifPresent(
            current -> {
              for (WorkerType type : cluster.types()) {
                double share = current.fraction(id, type.name());
                if (share > 0) {
                  shares.put(type.name(), share);
                }
              }
            });
    return shares;
  }

  /** Returns the present lease of each job, in no order. */
  Map<String, OpenLeaseState> leases() {
    if (leases == null) {
      Map<String, OpenLeaseState> listed = new HashMap<>();
      for (OpenLeaseState lease : rounds.state().running()) {
        lease.jobIds().forEach(id -> listed.put(id, lease));
      }
      leases = listed;
    }
    return leases;
  }

  /** Everything that a restart needs. */
  String save() {
    SnapshotWriter to = SnapshotWriter.create().section(SECTION, 1);
    to.line("clock").number("now", now);
    SchedulerSnapshot.write(to, trigger);
    SchedulerSnapshot.FORMAT.write(to, rounds.state());
    jobs.forEach(
        (id, entry) -> {
          JobRequest request = entry.request();
          to.line("job").name(id).count("workers", request.workers(), 1);
          to.number("weight", request.weight(), 1).number("done", entry.stepsDone());
          if (request.steps() != null) {
            to.number("steps", request.steps());
          }
          to.numbers("rates", request.rates(cluster));
        });
    return to.end().toText();
  }

  /**
   * Continues where the saved state was.
   *
   * @throws IllegalArgumentException if it was saved for another cluster or with other rounds
   */
  static ClusterState restore(String text, Cluster cluster, Policy policy, RoundOptions options) {
    ClusterState state = new ClusterState(cluster, policy, options);
    SnapshotReader from = SnapshotReader.of(text);
    from.section(SECTION, 1);
    from.line("clock");
    state.now = from.number("now");
    state.trigger = SchedulerSnapshot.readTrigger(from);
    SchedulerState rounds = SchedulerSnapshot.FORMAT.read(from);
    if (!rounds.cluster().equals(cluster) || !rounds.options().equals(options)) {
      throw new IllegalArgumentException(
          "what was saved is of %s, not of %s"
              .formatted(text(rounds.cluster(), rounds.options()), text(cluster, options)));
    }
    from.lines("job", () -> state.read(from));
    from.end(SECTION);
    from.done();
    state.rounds = RoundScheduler.restore(rounds);
    state.allocation = rounds.allocation();
    state.lastPlan = rounds.lastPlan();
    return state;
  }

  private String read(SnapshotReader from) {
    String id = from.name();
    int workers = from.count("workers", 1);
    double weight = from.number("weight", 1);
    double done = from.number("done");
    Double steps = from.has("steps") ? (Double) from.number("steps") : null;
    double[] rates = from.numbers("rates");
    Map<String, Double> stepsPerSecond = new TreeMap<>();
    for (int j = 0; j < rates.length; j++) {
      stepsPerSecond.put(cluster.type(j).name(), rates[j]);
    }
    jobs.put(id, new Entry(new JobRequest(stepsPerSecond, workers, weight, steps), done));
    return id;
  }

  private static String text(Cluster cluster, RoundOptions options) {
    return cluster.types().stream()
            .map(type -> type.name() + "=" + type.workers())
            .collect(Collectors.joining(","))
        + " with rounds of "
        + options.roundSeconds()
        + " seconds";
  }
}
