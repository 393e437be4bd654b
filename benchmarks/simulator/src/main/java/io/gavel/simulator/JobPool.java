package io.gavel.simulator;

import io.gavel.simulator.failure.BreakdownCost;
import io.gavel.workload.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The jobs of a run: future jobs, jobs in the cluster, and the outcomes of all. Mutable. */
final class JobPool {

  private final SimulationSetup setup;
  private final Arrivals arrivals;
  private final List<SimulatedJob> active = new ArrayList<>(); // in order of arrival
  private final Map<String, SimulatedJob> byId = new HashMap<>();
  private int listed; // of the active jobs, the first, which the scheduler knows

  JobPool(SimulationSetup setup, ProblemBuilder problems, Iterator<TraceJob> trace) {
    this.setup = setup;
    arrivals = new Arrivals(setup, problems, trace);
  }

  /** Returns the arrival time of the next job; infinite if there is none. */
  double nextSeconds() {
    return arrivals.nextSeconds();
  }

  boolean noneToCome() {
    return arrivals.isEmpty();
  }

  /** Admits the jobs that have arrived; returns their number. */
  int admit(double now) {
    int before = active.size();
    while (arrivals.nextSeconds() <= now) {
      SimulatedJob job = arrivals.remove();
      active.add(job);
      byId.put(job.id(), job);
      job.line().arrives();
    }
    return active.size() - before;
  }

  /** Returns the jobs in the cluster, in order of arrival; a view. */
  List<SimulatedJob> active() {
    return Collections.unmodifiableList(active);
  }

  /** Returns the first active jobs, which the scheduler lists; a view. */
  List<SimulatedJob> listed() {
    return active().subList(0, listed);
  }

  /**
   * Lists further jobs in order of arrival until no unlisted job can get any of some idle workers.
   *
   * @param idleWorkers {@link Long#MAX_VALUE} to list all jobs
   * @return whether any job was listed
   */
  boolean list(long idleWorkers) {
    int before = listed;
    while (listed < active.size() && !arrivals.areCovered(idleWorkers)) {
      active.get(listed++).line().lists();
    }
    return listed > before;
  }

  /** Begins a round without leases. */
  void startRound() {
    arrivals.startRound();
  }

  int count() {
    return active.size();
  }

  /** Returns the ids of the jobs in the cluster, in order of arrival. */
  List<String> activeIds() {
    return active.stream().map(SimulatedJob::id).toList();
  }

  SimulatedJob active(String id) {
    SimulatedJob job = byId.get(id);
    if (job == null) {
      throw new IllegalStateException("job \"%s\" has a lease but is not active".formatted(id));
    }
    return job;
  }

  /** Removes a completed job from the cluster. */
  void release(SimulatedJob job) {
    active.remove(job);
    listed--; // only listed jobs complete
    job.line().leaves();
    forget(job);
  }

  private boolean forget(SimulatedJob job) {
    job.released();
    return byId.remove(job.id(), job);
  }

  /** Removes completed jobs from the cluster. */
  void releaseDone() {
    active.removeIf(job -> job.isDone() && forget(job));
  }

  boolean isEmpty() {
    return active.isEmpty();
  }

  /** Returns whether there are more jobs than the setup allows. */
  boolean isCrowded() {
    return active.size() > setup.mostActiveJobs();
  }

  /** Returns whether all measured jobs have completed. */
  boolean isOver() {
    if (active.isEmpty() && arrivals.isEmpty()) {
      return true;
    }
    int measured = setup.window().to();
    return arrivals.arrived().size() >= measured
        && active.stream().noneMatch(job -> job.index() < measured);
  }

  /** Returns the measurements up to now. */
  SimulationResult result(
      UtilizationMeter utilizationMeter,
      double now,
      boolean saturated,
      Optional<BreakdownCost> failureCost) {
    List<SimulatedJob> jobs = arrivals.arrived();
    double start = jobs.isEmpty() ? 0 : jobs.get(0).trace().arrivalSeconds();
    double makespan = utilizationMeter.completed == 0 ? 0 : utilizationMeter.lastCompletion - start;
    boolean cut = setup.conditions().isOver(now); // jobs running then were busy until then
    double available = setup.cluster().workers() * (cut ? now - start : makespan);
    return new SimulationResult(
        jobs.stream().map(SimulatedJob::outcome).toList(),
        setup.window(),
        makespan,
        OptionalDouble.of(available > 0 ? utilizationMeter.busyWorkerSeconds / available : 0),
        setup.cluster().workers(),
        utilizationMeter.cost,
        utilizationMeter.recomputations,
        utilizationMeter.rounds,
        utilizationMeter.leaseExtensions,
        utilizationMeter.leaseOpportunities,
        jobs.stream()
            .filter(job -> setup.window().contains(job.index()) && job.isLate(now))
            .count(),
        utilizationMeter.overhead(),
        saturated,
        arrivals.unrunnable(),
        failureCost);
  }
}
