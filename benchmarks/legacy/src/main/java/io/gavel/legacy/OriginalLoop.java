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
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
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
 * longest task ends; steps are whole but for the last; an idle gap is billed to the round after it;
 * a gang with fewer steps left than workers fails, and after five failures is given up; jobs arrive
 * at the ends of rounds.
 *
 * <p>One pass is {@link #advance}, then {@link #use} if {@link #isAllocationDue}, then {@link
 * #schedule}. Mutable.
 */
public final class OriginalLoop {

  /**
   * A group on its workers.
   *
   * @param lease who runs where
   * @param jobs the jobs of the lease
   * @param steps of each job
   * @param finish when the last job's last step is done, in seconds
   */
  public record Task(Lease lease, List<OriginalJob> jobs, List<Double> steps, double finish) {}

  private final OriginalProblems problems;
  private final OriginalRounds scheduler;
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

  /**
   * A loop before its first pass.
   *
   * @param cluster the worker types in alphabetical order
   * @param table throughputs
   * @param packed whether all pairs of equal scale factor may share workers
   * @param options the length of a round; the rest is not modelled
   * @param zeroPriority whether groups of priority 0 may be selected
   * @param minResetSeconds least time between two allocations
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
    this.problems = new OriginalProblems(cluster, table, packed);
    this.scheduler = new OriginalRounds(cluster, options, zeroPriority);
    this.options = options;
    this.minResetSeconds = minResetSeconds;
    this.trace = trace;
    this.meter = new OriginalMeter(cluster);
    fetch();
  }

  /**
   * The worker types as the original numbers them: in alphabetical order, without the workers that
   * do not fill a server.
   *
   * @param types in any order
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

  private void fetch() {
    next = null;
    while (next == null && trace.hasNext()) {
      TraceJob job = trace.next();
      List<OriginalJob> alone = List.of(job(job));
      List<Unrunnable> stuck = problems.problem(job.arrivalSeconds(), alone).unrunnable();
      unrunnable.addAll(stuck);
      next = stuck.isEmpty() ? job : null;
    }
  }

  private OriginalJob job(TraceJob job) {
    return new OriginalJob(job, arrived.size(), now, problems.alone(job.kind()));
  }

  /** The clock moves to the end of the round; what is complete goes, and what arrived comes. */
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
  }

  /** Ends the tasks of the round; then jobs that are complete or given up go. */
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
   * Whether the allocation is to be computed anew: jobs came or went, and the last time is long
   * enough ago.
   *
   * @return true before {@link #use}
   */
  public boolean isAllocationDue() {
    return stale && (now - lastReset >= minResetSeconds || lastReset == 0);
  }

  /**
   * The problem that the next allocation is to answer.
   *
   * @return the jobs that are there as of now
   */
  public AllocationProblem problem() {
    return problems.problem(now, active());
  }

  /**
   * Uses a new allocation from now on.
   *
   * @param allocation for {@link #problem}
   */
  public void use(Allocation allocation) {
    scheduler.accept(new AllocationChanged(now, allocation));
    meter.recomputed();
    stale = false;
    lastReset = now;
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
   * The clock.
   *
   * @return seconds
   */
  public double now() {
    return now;
  }

  /**
   * Whether nothing is left to do: no job is there, and none will come.
   *
   * @return false while there is a job
   */
  public boolean isEmpty() {
    return active.isEmpty() && next == null;
  }

  /**
   * Whether nothing will ever happen again, though jobs are there: none of them runs, none will
   * come, and so the allocation stays. FIFO as published comes to this, when it hands workers to
   * jobs that cannot run on them.
   *
   * @return true if the clock stands still for good
   */
  public boolean isStuck() {
    return running.isEmpty() && next == null && !stale && !active.isEmpty();
  }

  /**
   * The jobs that are there.
   *
   * @return in order of arrival
   */
  public List<OriginalJob> active() {
    return List.copyOf(active.values());
  }

  /**
   * All jobs that came so far.
   *
   * @return in order of arrival; a view
   */
  public List<OriginalJob> arrived() {
    return Collections.unmodifiableList(arrived);
  }

  /**
   * What runs now.
   *
   * @return the tasks of the last plan
   */
  public List<Task> running() {
    return running;
  }

  /**
   * What the scheduler remembers.
   *
   * @return counters, deficits, priorities, selection
   */
  public OriginalState state() {
    return scheduler.state();
  }

  /**
   * How often a group kept its workers.
   *
   * @return leases so far that were extended
   */
  public long leaseExtensions() {
    return meter.extensions();
  }

  /** Jobs of the trace so far that can run nowhere; they were left out. */
  List<Unrunnable> unrunnable() {
    return List.copyOf(unrunnable);
  }

  OriginalMeter meter() {
    return meter;
  }
}
