package io.gavel.simulator;

import io.gavel.mechanism.RecomputeTrigger;
import io.gavel.mechanism.RoundScheduler;
import io.gavel.mechanism.event.SchedulerEvent;
import io.gavel.mechanism.plan.Lease;
import io.gavel.mechanism.plan.RoundPlan;
import io.gavel.mechanism.plan.RoundPlan.Interruption;
import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.explain.Staleness;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.simulator.failure.FailureInjector;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable.PairRates;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Simulates a policy over a trace, round by round. Only simulated time drives it, so equal input
 * gives equal results, bit for bit. The static methods are thread-safe.
 */
public final class Simulator {

  /**
   * After this many rounds without a lease, with active jobs and no arrivals left, the run fails.
   */
  private static final int IDLE_ROUNDS = 1000;

  /** A number of idle workers for which all jobs are listed. */
  private static final long ALL = Long.MAX_VALUE;

  private final SimulationSetup setup;
  private final SimulationObserver observer;
  private final ProblemBuilder problems;
  private final RoundScheduler scheduler;
  private final UtilizationMeter utilizationMeter;
  private final JobPool jobs;
  private final List<Optional<String>> typeNames;
  private final FailureInjector failing;
  private final RunBudget budget;

  /** The jobs that complete within the round, as far as that is known. */
  private final List<SimulatedJob> ending = new ArrayList<>();

  private RecomputeTrigger trigger;
  private Optional<Allocation> decided = Optional.empty(); // for the jobs in the cluster
  private AllocationProblem listed; // the jobs that the scheduler knows
  private boolean first; // whether allocations to the first jobs may suffice
  private int sharers; // the number of jobs that divide the cluster in isolated shares
  private int present; // jobs that were in the cluster during the round
  private int idleRounds;
  private int lostRounds;
  private boolean saturated;

  private Simulator(SimulationSetup setup, Iterator<TraceJob> trace, SimulationObserver observer) {
    this.setup = setup;
    this.observer = observer;
    this.budget = new RunBudget(setup);
    this.problems = new ProblemBuilder(setup);
    this.listed = problems.listing(0, List.of());
    this.first = problems.disregardLaterJobs();
    this.trigger = RecomputeTrigger.of(setup.minResetSeconds());
    this.scheduler =
        setup
            .conditions()
            .placement()
            .map(chosen -> RoundScheduler.create(setup.cluster(), setup.rounds(), chosen))
            .orElseGet(() -> RoundScheduler.create(setup.cluster(), setup.rounds()));
    this.utilizationMeter = new UtilizationMeter(setup.cluster());
    this.jobs = new JobPool(setup, problems, trace);
    this.failing = new FailureInjector(setup.conditions().failures(), setup.cluster());
    this.typeNames =
        setup.cluster().types().stream().map(type -> Optional.of(type.name())).toList();
  }

  /**
   * Simulates a trace until every job that can run completes.
   *
   * @param setup cluster, throughputs and policy
   * @param trace the jobs, in order of arrival, with unique ids
   * @param observer receives allocations, leases and rounds
   * @return the measurements
   */
  public static SimulationResult run(
      SimulationSetup setup, List<TraceJob> trace, SimulationObserver observer) {
    return run(setup, trace.iterator(), observer);
  }

  /**
   * Simulates until every job of the window that can run completes, or until the cluster has more
   * jobs than the setup allows.
   *
   * @param setup cluster, throughputs, policy and window
   * @param trace the jobs, in order of arrival, with unique ids; may be endless if the window is
   *     bounded
   * @param observer receives allocations, leases and rounds
   * @return the measurements
   */
  public static SimulationResult run(
      SimulationSetup setup, Iterator<TraceJob> trace, SimulationObserver observer) {
    return new Simulator(setup, trace, observer).run();
  }

  private SimulationResult run() {
    double now = 0;
    while (!jobs.isOver() && !saturated && !setup.conditions().isOver(now)) {
      if (jobs.isEmpty()) {
        now = Math.max(now, jobs.nextSeconds());
        if (setup.conditions().isOver(now)) {
          break;
        }
      }
      budget.round(now);
      failing.deliver(now, scheduler::accept);
      admit(now);
      saturated = jobs.isCrowded();
      noteLearnt(now);
      jobs.startRound();
      if (isAllocationDue(now)) {
        allocate(now);
      } else {
        announce(now, setup.cluster().workers());
      }
      RoundPlan plan = scheduler.plan(now);
      observe(plan);
      now = play(plan);
    }
    return jobs.result(utilizationMeter, now, saturated, failing.cost(now));
  }

  private void admit(double now) {
    int arrived = jobs.admit(now);
    trigger = arrived > 0 ? trigger.changed() : trigger;
    decided = arrived > 0 ? Optional.empty() : decided;
    sharers = arrived > 0 ? jobs.count() : sharers;
    present += arrived;
  }

  /** Requests a new allocation if the reports of jobs justify one. */
  private void noteLearnt(double now) {
    if (decided.isEmpty() || !problems.learnt().map(LearntRates::takeNews).orElse(false)) {
      return;
    }
    AllocationProblem problem = problems.listing(now, jobs.active());
    double worthwhile = problems.learnt().orElseThrow().worthwhile();
    trigger = Staleness.of(decided.get(), problem) > worthwhile ? trigger.changed() : trigger;
  }

  /**
   * Returns whether to allocate now. The minimum time between allocations is waived while all jobs
   * idle.
   */
  private boolean isAllocationDue(double now) {
    if (now - trigger.lastSeconds() >= setup.mostResetSeconds()) {
      return true;
    }
    return trigger.stale()
        && (trigger.isDue(now) || jobs.active().stream().noneMatch(SimulatedJob::isAllocated));
  }

  /** Announces further jobs, if they could use any of some idle workers. */
  private void announce(double now, long idleWorkers) {
    if (jobs.list(problems.treatsAlike() ? idleWorkers : ALL)) {
      listed = problems.listing(now, jobs.listed());
      scheduler.accept(new SchedulerEvent.ProblemChanged(now, listed));
    }
  }

  /** Shows a plan to the observer, for which the state of the scheduler lists all jobs. */
  private void observe(RoundPlan plan) {
    observer.planned(
        plan,
        () -> {
          announce(plan.startSeconds(), ALL);
          return scheduler.state();
        });
  }

  /**
   * Allocates to the first jobs if these use all workers and the policy disregards later jobs, or
   * else to all jobs.
   */
  private Allocation decide(double now) {
    jobs.list(first ? setup.cluster().workers() : ALL);
    Allocation allocation = decideForListed(now);
    if (usesAllWorkers(allocation) || !jobs.list(ALL)) {
      return allocation;
    }
    first = false;
    return decideForListed(now);
  }

  private boolean usesAllWorkers(Allocation allocation) {
    return IntStream.range(0, setup.cluster().poolCount())
        .allMatch(k -> allocation.workersUsed(k) >= setup.cluster().poolWorkers(k));
  }

  private Allocation decideForListed(double now) {
    listed = problems.at(now, jobs.listed());
    double roundSeconds = setup.rounds().roundSeconds();
    Policy planning = setup.conditions().planning(setup.policy(), roundSeconds);
    Policy policy = problems.learnt().map(rates -> rates.planning(planning)).orElse(planning);
    return SimulationSetup.allocate(policy, now, listed);
  }

  private void allocate(double now) {
    Allocation allocation = decide(now);
    try {
      scheduler.accept(new SchedulerEvent.AllocationChanged(now, allocation));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "at %s s, rounds do not accept the allocation: %s".formatted(now, e.getMessage()));
    }
    decided = Optional.of(allocation);
    observer.allocated(now, allocation);
    utilizationMeter.recomputations++;
    jobs.active().forEach(SimulatedJob::allocated);
    sharers = jobs.count();
    trigger = trigger.computed(now);
  }

  /** Runs the leases of a round, and of fills within it; returns its end. */
  private double play(RoundPlan plan) {
    utilizationMeter.planned(plan);
    jobs.active().forEach(SimulatedJob::idles);
    present = jobs.count();
    int leases = plan.leases().size();
    int lost = run(plan);
    double next = nextChange(plan.endSeconds());
    while (!jobs.isEmpty() && next <= plan.endSeconds()) {
      complete(next);
      if (setup.conditions().fill() && next < plan.endSeconds() && isAnyWaiting(next)) {
        RoundPlan more = scheduler.fill(next);
        observe(more);
        leases += more.leases().size();
        lost += run(more);
      }
      next = nextChange(plan.endSeconds());
    }
    jobs.active().forEach(job -> job.contended(plan.endSeconds(), present));
    noteLost(lost, leases);
    noteIdle(leases);
    // In an empty cluster the round ends at once: the next job need not wait for its end.
    double end =
        isEmptyAt(utilizationMeter.lastCompletion)
            ? utilizationMeter.lastCompletion
            : plan.endSeconds();
    failing.deliver(end, scheduler::accept);
    observer.finishedRound(end, utilizationMeter.completed);
    return end;
  }

  /** Runs the leases of a plan up to their ends; returns the number of leases that lost work. */
  private int run(RoundPlan plan) {
    Map<Worker, Double> failures = failing.before(plan.endSeconds());
    for (Interruption interruption : plan.interruptions()) {
      if (interruption.lostSeconds() > 0) {
        jobs.active(interruption.jobId()).owes(interruption.lostSeconds());
      }
    }
    int lost = 0;
    for (Lease lease : plan.leases()) {
      lost += play(lease, endOf(lease, failures)) ? 0 : 1;
    }
    // A stable sort: jobs that complete at the same time stay in the order of their leases.
    ending.sort(Comparator.comparingDouble(SimulatedJob::completion));
    return lost;
  }

  /** Returns when the next job completes or, if idle workers are filled, arrives in the round. */
  private double nextChange(double endOfRound) {
    double completion = ending.isEmpty() ? Double.POSITIVE_INFINITY : ending.get(0).completion();
    boolean arrives = setup.conditions().fill() && jobs.nextSeconds() < endOfRound;
    return arrives ? Math.min(completion, jobs.nextSeconds()) : completion;
  }

  /**
   * Admits the jobs that have arrived within a round, and announces new jobs if any could start.
   * Returns whether any job has no lease.
   */
  private boolean isAnyWaiting(double now) {
    if (jobs.isEmpty()) {
      return false; // the round ends
    }
    failing.deliver(now, scheduler::accept);
    admit(now);
    announce(now, scheduler.idleWorkers());
    return jobs.active().stream().anyMatch(job -> !job.isHolding());
  }

  /** Runs a lease until its end or an earlier failure; returns false if work was lost. */
  private boolean play(Lease lease, double end) {
    List<SimulatedJob> holders = holders(lease);
    holders.forEach(
        job ->
            job.holds(
                typeNames.get(lease.workerType()),
                lease.configuration(),
                lease.extended(),
                lease.startSeconds(),
                setup.rounds().minRunSeconds()));
    for (SimulatedJob job : holders) {
      job.save();
      int n = sharers - listed.unrunnable().size();
      job.isolatedAt(IsolatedShare.throughputAmong(listed, listed.indexOf(job.id()), n));
    }
    double until =
        holders.size() == 1 ? solo(lease, holders.get(0), end) : pair(lease, holders, end);
    boolean anyLeft = false;
    for (SimulatedJob job : holders) {
      anyLeft |= !job.isDone();
      if (job.isDone()) {
        ending.add(job);
      }
    }
    boolean lost = anyLeft && end < lease.endSeconds();
    if (lost) {
      holders.stream().filter(job -> !job.isDone()).forEach(SimulatedJob::revert);
      failing.lost(lease, end);
    }
    utilizationMeter.ran(lease, until);
    utilizationMeter.leaseOpportunities += anyLeft ? 1 : 0;
    observer.ran(lease, until);
    return !lost;
  }

  /** Reports the jobs that complete until a time. */
  private void complete(double now) {
    while (!ending.isEmpty() && ending.get(0).completion() <= now) {
      SimulatedJob job = ending.remove(0);
      failing.deliver(job.completion(), scheduler::accept);
      problems.beliefs().forget(job);
      utilizationMeter.completed(job.completion());
      scheduler.accept(new SchedulerEvent.JobDone(job.completion(), job.id()));
      trigger = trigger.changed();
      decided = Optional.empty();
      job.contended(job.completion(), present);
      jobs.release(job);
    }
  }

  private void noteIdle(int leases) {
    idleRounds = leases == 0 ? idleRounds + 1 : 0;
    if (idleRounds >= IDLE_ROUNDS && jobs.noneToCome() && !failing.anyOut()) {
      throw new IllegalStateException(
          "jobs %s can run, but had no lease for %s rounds"
              .formatted(jobs.activeIds(), idleRounds));
    }
  }

  private List<SimulatedJob> holders(Lease lease) { // no stream: called millions of times
    List<String> ids = lease.jobIds();
    SimulatedJob first = jobs.active(ids.get(0));
    return ids.size() == 1 ? List.of(first) : List.of(first, jobs.active(ids.get(1)));
  }

  private void noteLost(int lost, int leases) {
    boolean someLasted = lost < leases;
    lostRounds = lost > 0 ? lostRounds + 1 : lostRounds;
    lostRounds = someLasted ? 0 : lostRounds;
    if (lostRounds >= IDLE_ROUNDS) {
      throw new InvalidInputException(
          "worker failures lost %s consecutive rounds of %s s; jobs would never complete"
              .formatted(lostRounds, setup.rounds().roundSeconds()));
    }
  }

  /** Returns the time of the first failure of its workers, or the end of the lease. */
  private static double endOf(Lease lease, Map<Worker, Double> failures) {
    double end = lease.endSeconds();
    if (!failures.isEmpty()) {
      for (Worker worker : lease.workers()) {
        end = Math.min(end, failures.getOrDefault(worker, end));
      }
    }
    return end;
  }

  private boolean isEmptyAt(double time) {
    return jobs.isEmpty() && jobs.nextSeconds() > time;
  }

  private double solo(Lease lease, SimulatedJob job, double end) {
    double start = ready(lease, List.of(job), end);
    int j = lease.workerType();
    if (problems.learnt().isEmpty()) {
      return job.run(start, end, lease.configuration(), j);
    }
    LearntRates rates = problems.learnt().get();
    double stepsPerSecond = rates.truth(job, j, start);
    double until = job.run(start, end, stepsPerSecond);
    if (until > start) {
      rates.ran(job, j, stepsPerSecond, until);
    }
    return until;
  }

  /** When the jobs of a lease are loaded, after the overhead of moves, or the end of the lease. */
  private double ready(Lease lease, List<SimulatedJob> holders, double end) {
    double length = end - lease.startSeconds();
    double lost = 0;
    for (SimulatedJob job : holders) {
      lost = Math.max(lost, job.pay(length));
    }
    utilizationMeter.lost(lost * lease.workersHeld());
    return lost == 0 ? lease.startSeconds() : Math.min(lease.startSeconds() + lost, end);
  }

  /** Runs a pair; when one job completes, the other has the workers to itself. */
  private double pair(Lease lease, List<SimulatedJob> holders, double end) {
    SimulatedJob a = holders.get(0);
    SimulatedJob b = holders.get(1);
    PairRates rates = problems.rates(lease.workerType(), a, b);
    if (problems.beliefs().ran(lease.workerType(), a, b, rates)) {
      trigger = trigger.changed(); // the estimate may have been wrong
    }
    double first = Math.min(a.secondsNeeded(rates.ofThis()), b.secondsNeeded(rates.ofOther()));
    double start = ready(lease, holders, end);
    double shared = Math.min(end, start + first);
    a.run(start, shared, rates.ofThis());
    b.run(start, shared, rates.ofOther());
    if (a.isDone() == b.isDone() || shared >= end) {
      return shared;
    }
    SimulatedJob left = a.isDone() ? b : a;
    return left.run(shared, end, left.alone()[lease.workerType()]);
  }
}
