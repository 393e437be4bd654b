package io.gavel.benchmarks.simulation;

import io.gavel.benchmarks.input.TraceJob;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/** The jobs of a run: those to come, those in the cluster, and what became of all. Mutable. */
final class Population {

  private final SimulationSetup setup;
  private final Arrivals arrivals;
  private final Map<String, SimulatedJob> active = new LinkedHashMap<>();

  Population(SimulationSetup setup, ProblemBuilder problems, Iterator<TraceJob> trace) {
    this.setup = setup;
    arrivals = new Arrivals(setup, problems, trace);
  }

  /** When the next job arrives; never, if there is none. */
  double nextSeconds() {
    return arrivals.nextSeconds();
  }

  boolean noneToCome() {
    return arrivals.isEmpty();
  }

  /** Lets in whoever has arrived; returns how many. */
  int admit(double now) {
    int before = active.size();
    while (arrivals.nextSeconds() <= now) {
      SimulatedJob job = arrivals.remove();
      active.put(job.id(), job);
    }
    return active.size() - before;
  }

  /** The jobs in the cluster, in order of arrival; a copy. */
  List<SimulatedJob> active() {
    return List.copyOf(active.values());
  }

  void forEach(Consumer<SimulatedJob> action) {
    active.values().forEach(action);
  }

  int count() {
    return active.size();
  }

  /** The ids of the jobs in the cluster; a view. */
  Set<String> activeIds() {
    return active.keySet();
  }

  SimulatedJob active(String id) {
    SimulatedJob job = active.get(id);
    if (job == null) {
      throw new IllegalStateException("job \"%s\" has a lease but is not active".formatted(id));
    }
    return job;
  }

  void leaves(SimulatedJob job) {
    active.remove(job.id());
  }

  boolean isEmpty() {
    return active.isEmpty();
  }

  /** Whether there are more jobs than the setup tolerates. */
  boolean isCrowded() {
    return active.size() > setup.mostActiveJobs();
  }

  /** Whether all jobs that are measured are done. */
  boolean isOver() {
    if (active.isEmpty() && arrivals.isEmpty()) {
      return true;
    }
    int measured = setup.window().to();
    return arrivals.arrived().size() >= measured
        && active.values().stream().noneMatch(job -> job.index() < measured);
  }

  /** What was measured until now. */
  SimulationResult result(
      Meter meter, double now, boolean saturated, Optional<BreakdownCost> breakdowns) {
    List<SimulatedJob> jobs = arrivals.arrived();
    double start = jobs.isEmpty() ? 0 : jobs.get(0).trace().arrivalSeconds();
    double makespan = meter.completed == 0 ? 0 : meter.lastCompletion - start;
    boolean cut = setup.circumstances().isOver(now); // what runs then was busy until then
    double available = setup.cluster().workers() * (cut ? now - start : makespan);
    return new SimulationResult(
        jobs.stream().map(SimulatedJob::outcome).toList(),
        setup.window(),
        makespan,
        OptionalDouble.of(available > 0 ? meter.busyWorkerSeconds / available : 0),
        setup.cluster().workers(),
        meter.cost,
        meter.recomputations,
        meter.rounds,
        meter.leaseExtensions,
        meter.leaseOpportunities,
        jobs.stream()
            .filter(job -> setup.window().contains(job.index()) && job.isLate(now))
            .count(),
        meter.overhead(),
        saturated,
        arrivals.unrunnable(),
        breakdowns);
  }
}
