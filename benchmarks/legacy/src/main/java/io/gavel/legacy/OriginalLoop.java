package io.gavel.legacy;

import io.gavel.mechanism.event.SchedulerEvent.AllocationChanged;
import io.gavel.mechanism.event.SchedulerEvent.JobDone;
import io.gavel.mechanism.event.SchedulerEvent.JobFailed;
import io.gavel.mechanism.event.SchedulerEvent.LeaseEnded;
import io.gavel.mechanism.event.SchedulerEvent.ProblemChanged;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.RunBudget;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loop of Gavel's original simulator around {@link OriginalRounds}. A round lasts until its
 * longest task ends. A round's steps are an integer, except for the last steps of a job. An idle
 * gap is billed to the next round. A gang with fewer steps left than workers fails, and is dropped
 * after five failures. Jobs arrive at the ends of rounds.
 *
 * <p>One pass is {@link #advance}, then {@link #use} if {@link #isAllocationDue}, then {@link
 * #schedule}. Mutable.
 */
public final class OriginalLoop {

  /**
   * A group on its workers.
   *
   * @param lease the jobs and their workers
   * @param jobs the jobs of the lease
   * @param steps steps of each job
   * @param finish completion of the last step of the last job, in seconds
   */
  public record Task(Lease lease, List<OriginalJob> jobs, List<Double> steps, double finish) {}

  private final OriginalProblems problems;
  private final OriginalRounds scheduler;
  private final boolean shares;
  private final RoundOptions options;
  private final double minResetSeconds;
  private final Iterator<TraceJob> trace;
  private final Map<String, OriginalJob> active = new LinkedHashMap<>();
  private final List<OriginalJob> arrived = new ArrayList<>();
  private final List<Unrunnable> unrunnable = new ArrayList<>();
  private final OriginalMeter meter;
  private @Nullable TraceJob next;
  private List<Task> running = List.of();
  private double now;
  private double roundStart;
  private double lastReset;
  private boolean stale;
  private LoopObserver observer = LoopObserver.none();

  /**
   * Creates a loop before its first pass.
   *
   * @param cluster the worker types in alphabetical order
   * @param table throughputs
   * @param packed whether all pairs of equal scale factor may share workers
   * @param options the length of a round; other options are ignored
   * @param zeroPriority whether groups of priority 0 may be selected
   * @param minResetSeconds minimum time between two allocations
   * @param trace the jobs in order of arrival; may be endless
   */
  public OriginalLoop(
      Cluster cluster,
      ThroughputTable table,
      boolean packed,
      RoundOptions options,
      ZeroPriority zeroPriority,
      double minResetSeconds,
      Iterator<TraceJob> trace) {
    this(cluster, table, packed, options, zeroPriority, minResetSeconds, trace, null);
  }

  /** Creates a loop of jobs on shares of workers, unless {@code sharing} is null. */
  OriginalLoop(
      Cluster cluster,
      ThroughputTable table,
      boolean packed,
      RoundOptions options,
      ZeroPriority zeroPriority,
      double minResetSeconds,
      Iterator<TraceJob> trace,
      @Nullable OriginalSharing sharing) {
    this.problems = new OriginalProblems(cluster, table, packed);
    this.scheduler = new OriginalRounds(cluster, options, zeroPriority, sharing);
    this.shares = sharing != null;
    this.options = options;
    this.minResetSeconds = minResetSeconds;
    this.trace = trace;
    this.meter = new OriginalMeter(cluster);
    fetch();
  }

  /**
   * Returns the worker types as the original numbers them: in alphabetical order, without workers
   * that do not fill a server.
   *
   * @param types the worker types, in any order
   * @return a cluster
   */
  public static Cluster numbered(List<WorkerType> types) {
    return Cluster.of(
        types.stream()
            .sorted(Comparator.comparing(WorkerType::name))
            .map(OriginalLoop::inFullServers)
            .toList());
  }

  private static WorkerType inFullServers(WorkerType type) {
    int perServer = type.workersPerServer();
    int workers = type.workers() / perServer * perServer;
    return new WorkerType(type.name(), workers, type.pricePerHour(), perServer, type.pool());
  }

  /**
   * Lets an observer watch all passes from now on.
   *
   * @param watcher receives the actions of each pass
   */
  public void watch(LoopObserver watcher) {
    observer = watcher;
  }

  private void fetch() {
    next = null;
    while (next == null && trace.hasNext()) {
      TraceJob job = trace.next();
      if (!shares && job.gpuMilli() < Job.WHOLE_WORKER) {
        throw new InvalidInputException(
            "job \"%s\" takes %s thousandths of a worker; the original rules know whole workers only"
                .formatted(job.id(), job.gpuMilli()));
      }
      if (!job.alongside().isEmpty() || job.minRunSeconds() > 0) {
        throw new InvalidInputException(
            "job \"%s\" holds workers alongside or has a minimum run time; the original rules know neither"
                .formatted(job.id()));
      }
      List<OriginalJob> alone = List.of(job(job));
      List<Unrunnable> stuck = problems.problem(job.arrivalSeconds(), alone).unrunnable();
      unrunnable.addAll(stuck);
      if (stuck.isEmpty()) {
        next = job;
        requireEnding(job);
      }
    }
  }

  private void requireEnding(TraceJob job) {
    RunBudget.require(job, problems.alone(job), options.roundSeconds());
  }

  private OriginalJob job(TraceJob job) {
    return new OriginalJob(job, arrived.size(), now, problems.alone(job));
  }

  /** Advances the clock to the end of the round, removes completed jobs and admits arrivals. */
  public void advance() {
    if (!running.isEmpty()) {
      double end = running.stream().mapToDouble(Task::finish).max().orElseThrow();
      complete(end);
      roundStart = end;
      now = end;
    } else if (next != null) {
      now = Math.max(now, next.arrivalSeconds());
    } else {
      lastReset = 0;
    }
    admit();
    observer.advanced(this);
  }

  /** Ends the tasks of the round and removes completed and dropped jobs. */
  private void complete(double end) {
    List<Task> inTime = new ArrayList<>(running);
    inTime.sort(Comparator.comparingDouble(Task::finish));
    List<OriginalJob> gone = new ArrayList<>();
    for (Task task : inTime) {
      String id = task.jobs().get(0).id();
      if (failed(task)) {
        scheduler.accept(new JobFailed(task.finish(), id));
        stale = true;
        if (task.jobs().size() == 1 && task.jobs().get(0).fail()) {
          gone.add(task.jobs().get(0));
        }
      } else {
        scheduler.accept(new LeaseEnded(task.finish(), id));
        meter.ran(task, task.finish() - roundStart);
        credit(task, gone);
      }
    }
    for (OriginalJob job : gone) {
      scheduler.accept(new JobDone(end, job.id()));
      active.remove(job.id());
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

  private static void credit(Task task, List<OriginalJob> gone) {
    for (int i = 0; i < task.jobs().size(); i++) {
      OriginalJob job = task.jobs().get(i);
      if (task.jobs().size() == 1) {
        job.succeedAlone();
      }
      if (job.advance(task.steps().get(i), task.finish())) {
        gone.add(job);
      }
    }
  }

  private void admit() {
    int before = arrived.size();
    while (next != null && next.arrivalSeconds() <= now) {
      OriginalJob job = job(next);
      active.put(job.id(), job);
      arrived.add(job);
      stale = true;
      fetch();
    }
    if (arrived.size() > before) {
      scheduler.accept(new ProblemChanged(now, problem()));
    }
  }

  /**
   * Returns whether a new allocation is due: jobs arrived or left, and the minimum time has passed.
   *
   * @return whether {@link #use} must follow
   */
  public boolean isAllocationDue() {
    return stale && (now - lastReset >= minResetSeconds || lastReset == 0);
  }

  /**
   * Returns the problem for the next allocation.
   *
   * @return the problem of the active jobs
   */
  public AllocationProblem problem() {
    return problems.problem(now, active());
  }

  /**
   * Applies a new allocation from now on.
   *
   * @param allocation an allocation for {@link #problem}
   */
  public void use(Allocation allocation) {
    scheduler.accept(new AllocationChanged(now, allocation));
    meter.recomputed();
    stale = false;
    lastReset = now;
    observer.allocated(allocation);
  }

  /**
   * Plans a round.
   *
   * @param typeOrder all types, in the order in which they are filled
   * @return the plan
   */
  public RoundPlan schedule(List<Integer> typeOrder) {
    scheduler.reorder(typeOrder);
    List<Task> before = running;
    RoundPlan plan = scheduler.plan(now);
    running = plan.leases().stream().map(this::start).toList();
    meter.planned(plan, before, active);
    observer.planned(this, typeOrder, plan);
    return plan;
  }

  private Task start(Lease lease) {
    List<OriginalJob> jobs = new ArrayList<>();
    for (String id : lease.jobIds()) {
      OriginalJob job = active.get(id);
      if (job == null) {
        throw new IllegalStateException("job \"%s\" has a lease but is gone".formatted(id));
      }
      jobs.add(job);
    }
    List<Double> steps = new ArrayList<>();
    double finish = now;
    for (int i = 0; i < jobs.size(); i++) {
      double rate = problems.rate(jobs, i, lease.workerType());
      jobs.get(i).startAt(now);
      steps.add(jobs.get(i).stepsIn(options.roundSeconds(), rate));
      finish = Math.max(finish, now + steps.get(i) / rate);
    }
    return new Task(lease, jobs, steps, finish);
  }

  /**
   * Returns the time of the clock.
   *
   * @return simulated seconds
   */
  public double now() {
    return now;
  }

  /**
   * Returns whether no job is active and no arrival is left.
   *
   * @return true at the end of a run
   */
  public boolean isEmpty() {
    return active.isEmpty() && next == null;
  }

  /**
   * Returns whether the loop is stuck: jobs are active, but none runs and none will arrive, so the
   * allocation never changes. This happens under FIFO as published, which gives workers to jobs
   * that cannot run on them.
   *
   * @return true if the state will never change
   */
  public boolean isStuck() {
    return running.isEmpty() && next == null && !stale && !active.isEmpty();
  }

  /**
   * Returns the active jobs.
   *
   * @return the jobs, in order of arrival
   */
  public List<OriginalJob> active() {
    return List.copyOf(active.values());
  }

  /**
   * Returns all jobs that arrived so far.
   *
   * @return the jobs, in order of arrival; a view
   */
  public List<OriginalJob> arrived() {
    return Collections.unmodifiableList(arrived);
  }

  /**
   * Returns the running tasks.
   *
   * @return the tasks of the last plan
   */
  public List<Task> running() {
    return running;
  }

  /**
   * Returns the state of the scheduler.
   *
   * @return counters, deficits, priorities, selection
   */
  public OriginalState state() {
    return scheduler.state();
  }

  /**
   * Returns the number of extended leases.
   *
   * @return leases extended so far
   */
  public long leaseExtensions() {
    return meter.extensions();
  }

  /** Jobs of the trace so far that cannot run anywhere; they were skipped. */
  List<Unrunnable> unrunnable() {
    return List.copyOf(unrunnable);
  }

  OriginalMeter meter() {
    return meter;
  }
}
