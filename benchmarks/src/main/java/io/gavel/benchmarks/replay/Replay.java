package io.gavel.benchmarks.replay;

import io.gavel.benchmarks.input.RecordedRound;
import io.gavel.benchmarks.input.RecordedRun;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.TraceJob;
import io.gavel.mechanism.Lease;
import io.gavel.mechanism.Method;
import io.gavel.mechanism.OriginalEntry;
import io.gavel.mechanism.OriginalState;
import io.gavel.mechanism.RoundOptions;
import io.gavel.mechanism.RoundPlan;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.SchedulerEvent;
import io.gavel.mechanism.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.SchedulerEvent.JobDone;
import io.gavel.mechanism.SchedulerEvent.JobFailed;
import io.gavel.mechanism.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.SchedulerEvent.TypesReordered;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Cluster;
import io.gavel.policies.Prices;
import io.gavel.policies.WorkerType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the mechanism as the original on recorded allocations, and compares all that follows from
 * them. Only allocations and the order of types are taken from the record; the clock, the steps and
 * the completions are computed, so that a difference stays visible in every later round.
 */
public final class Replay {

  private final RecordedRun run;
  private final Cluster cluster;
  private final Rates rates;
  private final RoundScheduler scheduler;
  private final Deque<ReplayedJob> arrivals = new ArrayDeque<>();
  private final Map<String, ReplayedJob> active = new LinkedHashMap<>();
  private final Map<String, Double> jct = new LinkedHashMap<>();
  private final Deviation deviation = new Deviation();
  private final Comparison comparison;
  private List<Task> running = List.of();
  private double now;
  private double roundStart;
  private double lastReset;
  private boolean stale;
  private int extensions;

  /** A group on its workers. */
  record Task(Lease lease, List<ReplayedJob> jobs, List<Double> steps, double finish) {}

  private Replay(RecordedRun run, ThroughputTable table, List<TraceJob> jobs) {
    this.run = run;
    this.cluster = cluster(run);
    boolean packed = run.policy().contains("packed") || run.policy().contains("packing");
    this.rates = new Rates(cluster, table, packed);
    Method method = run.policy().startsWith("fifo") ? Method.ORIGINAL_FIFO : Method.ORIGINAL;
    this.scheduler = RoundScheduler.create(cluster, new RoundOptions(run.roundSeconds(), method));
    this.comparison = new Comparison(cluster, deviation);
    jobs.forEach(job -> arrivals.add(new ReplayedJob(job)));
  }

  /** The original numbers workers by type in alphabetical order, and loses what fills no server. */
  private static Cluster cluster(RecordedRun run) {
    return Cluster.of(
        run.workers().keySet().stream()
            .sorted()
            .map(
                name -> {
                  int perServer = run.workersPerServer().getOrDefault(name, 1);
                  int workers = run.workers().getOrDefault(name, 0) / perServer * perServer;
                  return new WorkerType(name, workers).withWorkersPerServer(perServer);
                })
            .toList());
  }

  /**
   * Repeats a run.
   *
   * @param run the record
   * @param table throughputs
   * @param jobs in order of arrival
   * @return the largest difference
   */
  public static Deviation of(RecordedRun run, ThroughputTable table, List<TraceJob> jobs) {
    Replay replay = new Replay(run, table, jobs);
    for (int i = 0; i < run.rounds().size() && Double.isFinite(replay.deviation.largest()); i++) {
      replay.deviation.enter(i);
      replay.play(run.rounds().get(i));
    }
    replay.deviation.compare("completion time", run.jctSeconds(), replay.jct);
    replay.deviation.same("lease extensions", run.leaseExtensions(), replay.extensions);
    return replay.deviation;
  }

  private void play(RecordedRound recorded) {
    if (running.isEmpty() && !arrivals.isEmpty()) {
      now = Math.max(now, arrivals.element().trace.arrivalSeconds());
    } else if (running.isEmpty()) {
      lastReset = 0;
    }
    if (!running.isEmpty()) {
      double end = running.stream().mapToDouble(Task::finish).max().orElseThrow();
      complete();
      roundStart = end;
      now = end;
    }
    admit();
    deviation.compare("now", recorded.now(), now);
    deviation.same("active jobs", recorded.activeJobs(), List.copyOf(active.keySet()));
    comparison.before(recorded, scheduler.state().original().orElseThrow());
    recompute(recorded);
    List<Integer> order = recorded.typeOrder().stream().map(cluster::indexOf).toList();
    accept(new TypesReordered(now, order));
    RoundPlan plan = scheduler.plan(now);
    extensions += (int) plan.leases().stream().filter(Lease::extended).count();
    running = plan.leases().stream().map(this::start).toList();
    OriginalState state = scheduler.state().original().orElseThrow();
    comparison.after(recorded, state, plan, running);
  }

  private void accept(SchedulerEvent event) {
    scheduler.accept(event);
  }

  /** Ends the tasks of the round before; then jobs that are complete or given up go. */
  private void complete() {
    double end = running.stream().mapToDouble(Task::finish).max().orElseThrow();
    List<Task> inTime = running.stream().sorted(Comparator.comparingDouble(Task::finish)).toList();
    List<JobDone> done = new ArrayList<>();
    for (Task task : inTime) {
      String id = task.jobs().get(0).trace.id();
      if (failed(task)) {
        accept(new JobFailed(task.finish(), id));
        stale = true;
        fail(task, done, end);
        continue;
      }
      accept(new LeaseEnded(task.finish(), id));
      for (int i = 0; i < task.jobs().size(); i++) {
        ReplayedJob job = task.jobs().get(i);
        job.remaining -= task.steps().get(i);
        job.failures = task.jobs().size() == 1 ? 0 : job.failures;
        if (job.remaining <= 0) {
          jct.put(job.trace.id(), task.finish() - job.trace.arrivalSeconds());
          done.add(new JobDone(end, job.trace.id()));
        }
      }
    }
    for (JobDone event : done) {
      accept(event);
      active.remove(event.jobId());
      stale = true;
    }
  }

  private boolean failed(Task task) {
    boolean failed = false;
    for (int i = 0; i < task.jobs().size(); i++) {
      failed |= task.jobs().get(i).failsWith(task.steps().get(i), task.finish() - roundStart);
    }
    return failed;
  }

  private void fail(Task task, List<JobDone> done, double end) {
    ReplayedJob job = task.jobs().get(0);
    if (task.jobs().size() == 1 && ++job.failures == ReplayedJob.FAILURES) {
      done.add(new JobDone(end, job.trace.id()));
    }
  }

  private void admit() {
    int before = active.size();
    while (!arrivals.isEmpty() && arrivals.element().trace.arrivalSeconds() <= now) {
      ReplayedJob job = arrivals.remove();
      active.put(job.trace.id(), job);
      stale = true;
    }
    if (active.size() > before) {
      accept(new ProblemChanged(now, rates.problem(List.copyOf(active.values()))));
    }
  }

  private void recompute(RecordedRound recorded) {
    boolean due = stale && (now - lastReset >= run.minResetSeconds() || lastReset == 0);
    deviation.same("recomputed", recorded.allocation().isPresent(), due);
    Optional<Map<String, Map<String, Double>>> fractions = recorded.allocation();
    if (due && fractions.isPresent()) {
      accept(new AllocationChanged(now, allocation(fractions.get())));
      stale = false;
      lastReset = now;
    }
  }

  private Allocation allocation(Map<String, Map<String, Double>> fractions) {
    AllocationProblem problem = rates.problem(List.copyOf(active.values()));
    double[] x = new double[problem.groupCount() * cluster.typeCount()];
    for (int g = 0; g < problem.groupCount(); g++) {
      Map<String, Double> row = fractions.getOrDefault(name(problem, g), Map.of());
      for (int j = 0; j < cluster.typeCount(); j++) {
        x[g * cluster.typeCount() + j] = row.getOrDefault(cluster.type(j).name(), 0.0);
      }
    }
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private static String name(AllocationProblem problem, int g) {
    String first = problem.job(problem.group(g).member(0)).id();
    return problem.group(g).size() == 1
        ? first
        : first + "+" + problem.job(problem.group(g).member(1)).id();
  }

  private Task start(Lease lease) {
    List<ReplayedJob> jobs = new ArrayList<>();
    for (String id : lease.jobIds()) {
      ReplayedJob job = active.get(id);
      if (job == null) {
        throw new IllegalStateException("job \"%s\" has a lease but is gone".formatted(id));
      }
      jobs.add(job);
    }
    List<Double> steps = new ArrayList<>();
    double finish = now;
    for (int i = 0; i < jobs.size(); i++) {
      double rate = rates.of(jobs, i, lease.workerType());
      steps.add(jobs.get(i).stepsIn(run.roundSeconds(), rate));
      finish = Math.max(finish, now + steps.get(i) / rate);
    }
    return new Task(lease, jobs, steps, finish);
  }

  /** The name of a group in the record. */
  static String name(OriginalEntry entry) {
    return String.join("+", entry.jobIds());
  }
}
