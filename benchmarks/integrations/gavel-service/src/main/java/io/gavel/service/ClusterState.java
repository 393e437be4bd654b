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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a cluster, with their entitlements and leases. Equal calls in equal order give equal
 * states, also across {@link #save} and {@link #restore}. Mutable and not thread-safe.
 */
final class ClusterState {

  private static final String SECTION = "gavel-service";

  private record Entry(JobRequest request, double stepsDone) {}

  /** The present workers. The scheduler's cluster also has the workers that were removed. */
  private Cluster cluster;

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
    if (request.workers() > mostWorkers(request, cluster)) {
      throw new IllegalArgumentException(
          "%s workers are more than any type has on which the job can run; the most is %s"
              .formatted(request.workers(), mostWorkers(request, cluster)));
    }
    jobs.put(id, new Entry(request, 0));
    trigger = trigger.changed();
    return EventOutcome.APPLIED;
  }

  private static int mostWorkers(JobRequest request, Cluster cluster) {
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

  /**
   * Adds or removes the last workers of a type. Leases on removed workers may end their round.
   *
   * @throws IllegalArgumentException if there is no such type, or a job could not run any more
   */
  EventOutcome resize(Change.Resized change) {
    int index = cluster.indexOf(change.type());
    int before = cluster.type(index).workers();
    Cluster resized = resized(cluster, change);
    jobs.forEach(
        (id, entry) -> {
          if (entry.request().workers() > mostWorkers(entry.request(), resized)) {
            throw new IllegalArgumentException(
                "job \"%s\" needs %s workers of one type, and could not run with %s of type %s"
                    .formatted(id, entry.request().workers(), change.workers(), change.type()));
          }
        });
    SchedulerState state = rounds.state();
    int known = state.cluster().type(index).workers();
    if (change.workers() > known) {
      rounds =
          RoundScheduler.restore(with(state, resized(state.cluster(), change), state.options()));
    }
    Cluster all = rounds.state().cluster();
    List<Worker> removed = workers(all, change.type(), change.workers(), before);
    List<Worker> added = workers(all, change.type(), before, change.workers());
    if (!removed.isEmpty()) {
      rounds.accept(new SchedulerEvent.WorkersDrained(change.atSeconds(), removed));
    }
    if (!added.isEmpty()) {
      rounds.accept(new SchedulerEvent.WorkersReturned(change.atSeconds(), added));
    }
    cluster = resized;
    trigger = trigger.changed();
    leases = null;
    return change.workers() == before ? EventOutcome.UNCHANGED : EventOutcome.APPLIED;
  }

  private static Cluster resized(Cluster cluster, Change.Resized change) {
    return Cluster.of(
        cluster.types().stream()
            .map(
                type ->
                    type.name().equals(change.type())
                        ? new WorkerType(type.name(), change.workers())
                        : type)
            .toList());
  }

  private static List<Worker> workers(Cluster cluster, String type, int from, int to) {
    return IntStream.range(from, Math.max(from, to))
        .mapToObj(index -> Worker.of(cluster, type, index))
        .toList();
  }

  private static SchedulerState with(SchedulerState state, Cluster cluster, RoundOptions options) {
    return new SchedulerState(
        cluster,
        options,
        state.nowSeconds(),
        state.countedUntilSeconds(),
        state.rounds(),
        state.allocation(),
        state.doneJobIds(),
        state.accounts(),
        state.running(),
        state.lastPlan(),
        state.nextLease(),
        state.totals(),
        state.jobs(),
        state.workers());
  }

  /** Changes the options of all later rounds. */
  void use(RoundOptions options) {
    SchedulerState state = rounds.state();
    if (!state.options().equals(options)) {
      rounds = RoundScheduler.restore(with(state, state.cluster(), options));
    }
  }

  /** Returns the present workers. */
  Cluster cluster() {
    return cluster;
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

  /** Returns the ids of some jobs, in order, after a given one. */
  List<String> ids(String after, int limit) {
    return jobs.keySet().stream()
        .filter(id -> id.compareTo(after) > 0)
        .sorted()
        .limit(limit)
        .toList();
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
    to.line("present")
        .counts("workers", cluster.types().stream().mapToInt(WorkerType::workers).toArray());
    jobs.forEach(
        (id, entry) -> {
          JobRequest request = entry.request();
          to.line("job").name(id).count("workers", request.workers(), 1);
          to.number("weight", request.weight(), 1).number("done", entry.stepsDone());
          if (request.steps() != null) {
            to.number("steps", request.steps());
          }
          to.numbers("rates", request.rates(cluster));
          if (!request.command().isEmpty()) {
            to.text("command", JsonText.print(request.command()));
          }
        });
    return to.end().toText();
  }

  /** Continues where the saved state was, with its workers and its rounds. */
  static ClusterState restore(String text, Policy policy) {
    SnapshotReader from = SnapshotReader.of(text);
    from.section(SECTION, 1);
    from.line("clock");
    double now = from.number("now");
    RecomputeTrigger trigger = SchedulerSnapshot.readTrigger(from);
    SchedulerState rounds = SchedulerSnapshot.FORMAT.read(from);
    ClusterState state =
        new ClusterState(readPresent(from, rounds.cluster()), policy, rounds.options());
    state.now = now;
    state.trigger = trigger;
    from.lines("job", () -> state.read(from));
    from.end(SECTION);
    from.done();
    state.rounds = RoundScheduler.restore(rounds);
    state.allocation = rounds.allocation();
    state.lastPlan = rounds.lastPlan();
    return state;
  }

  private static Cluster readPresent(SnapshotReader from, Cluster all) {
    from.line("present");
    int[] workers = from.counts("workers");
    Cluster present = all;
    for (int j = 0; j < workers.length; j++) {
      present = resized(present, new Change.Resized(0, all.type(j).name(), workers[j]));
    }
    return present;
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
    List<String> command =
        from.optionalText("command")
            .map(text -> List.of(JsonText.parse(text, String[].class)))
            .orElse(List.of());
    jobs.put(id, new Entry(new JobRequest(stepsPerSecond, workers, weight, steps, command), done));
    return id;
  }
}
