package io.gavel.benchmarks.simulation;

import io.gavel.benchmarks.input.TraceJob;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Isolated;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The ideal that a mechanism is held against: no rounds, every job progresses at the throughput of
 * its allocation, and the policy is asked whenever a job arrives or is done. Completions are events
 * of their own; the original's ideal mode lets jobs end at arrivals only, and does not run.
 */
public final class FluidSimulator {

  private final SimulationSetup setup;
  private final ProblemBuilder problems;
  private final Arrivals arrivals;
  private final Meter meter;
  private final Map<String, SimulatedJob> active = new LinkedHashMap<>();
  private boolean saturated;

  private FluidSimulator(SimulationSetup setup, Iterator<TraceJob> trace) {
    this.setup = setup;
    this.problems = new ProblemBuilder(setup);
    this.arrivals = new Arrivals(setup, problems, trace);
    this.meter = new Meter(setup.cluster());
  }

  /**
   * Simulates until every job of the window that can run is done, or until the cluster has more
   * jobs than the setup tolerates.
   *
   * @param setup cluster, throughputs, policy and window; rounds and times between allocations do
   *     not matter
   * @param trace the jobs, in order of arrival, with unique ids
   * @return what was measured; there are no rounds and no leases
   */
  public static SimulationResult run(SimulationSetup setup, Iterator<TraceJob> trace) {
    return new FluidSimulator(setup, trace).run();
  }

  private SimulationResult run() {
    double now = 0;
    while (!isOver() && !saturated) {
      if (active.isEmpty()) {
        now = Math.max(now, arrivals.nextSeconds());
      }
      while (arrivals.nextSeconds() <= now) {
        SimulatedJob job = arrivals.remove();
        active.put(job.id(), job);
      }
      saturated = active.size() > setup.mostActiveJobs();
      now = flow(now);
    }
    return result(now);
  }

  private boolean isOver() {
    if (active.isEmpty() && arrivals.isEmpty()) {
      return true;
    }
    int measured = setup.window().to();
    return arrivals.arrived().size() >= measured
        && active.values().stream().noneMatch(job -> job.index() < measured);
  }

  /** Lets all jobs progress until the next of them is done or arrives. */
  private double flow(double now) {
    List<SimulatedJob> present = List.copyOf(active.values());
    AllocationProblem problem = problems.at(now, present);
    Allocation allocation = setup.policy().allocate(problem);
    meter.recomputations++;
    double[] rate = new double[present.size()];
    double soonest = Double.POSITIVE_INFINITY;
    for (int m = 0; m < rate.length; m++) {
      present.get(m).isolatedAt(Isolated.throughput(problem, m));
      rate[m] = allocation.effectiveThroughput(m);
      soonest = Math.min(soonest, present.get(m).secondsNeeded(rate[m]));
    }
    double seconds = Math.min(soonest, arrivals.nextSeconds() - now);
    double until = Math.min(now + soonest, arrivals.nextSeconds());
    if (until == Double.POSITIVE_INFINITY) {
      throw new IllegalStateException(
          "jobs %s can run, but are allocated nothing".formatted(active.keySet()));
    }
    account(allocation, seconds);
    for (int m = 0; m < rate.length; m++) {
      SimulatedJob job = present.get(m);
      if (rate[m] > 0) {
        job.run(now, until, seconds, rate[m]);
      }
      job.contended(until, present.size());
      if (job.isDone()) {
        active.remove(job.id());
        meter.completed(job.completion());
      }
    }
    return until;
  }

  private void account(Allocation allocation, double seconds) {
    AllocationProblem problem = allocation.problem(); // pairs that were known by type are listed
    for (int group = 0; group < problem.groupCount(); group++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double workerSeconds = problem.workers(group) * allocation.fraction(group, j) * seconds;
        meter.busyWorkerSeconds += workerSeconds;
        meter.cost += workerSeconds / 3600 * problem.cluster().type(j).pricePerHour();
      }
    }
  }

  private SimulationResult result(double now) {
    List<SimulatedJob> jobs = arrivals.arrived();
    double start = jobs.isEmpty() ? 0 : jobs.get(0).trace().arrivalSeconds();
    double makespan = meter.completed == 0 ? 0 : meter.lastCompletion - start;
    double available = setup.cluster().workers() * makespan;
    return new SimulationResult(
        jobs.stream().map(SimulatedJob::outcome).toList(),
        setup.window(),
        makespan,
        OptionalDouble.of(available > 0 ? meter.busyWorkerSeconds / available : 0),
        setup.cluster().workers(),
        meter.cost,
        meter.recomputations,
        0,
        0,
        0,
        jobs.stream()
            .filter(job -> setup.window().contains(job.index()) && job.isLate(now))
            .count(),
        0,
        saturated,
        arrivals.unrunnable(),
        Optional.empty());
  }
}
