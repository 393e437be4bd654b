package io.gavel.simulator;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.TraceJob;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Simulates the ideal mechanism, without rounds: every job progresses at the throughput of its
 * allocation, and the policy allocates again whenever a job arrives or completes. Completions are
 * separate events; the original's ideal mode ends jobs at arrivals only, and does not run.
 * Stateless and thread-safe.
 */
public final class FluidSimulator {

  private final SimulationSetup setup;
  private final SimulationObserver observer;
  private final ProblemBuilder problems;
  private final JobPool jobs;
  private final UtilizationMeter utilizationMeter;
  private final RunBudget budget;
  private boolean saturated;

  private FluidSimulator(
      SimulationSetup setup, Iterator<TraceJob> trace, SimulationObserver observer) {
    this.setup = setup;
    this.observer = observer;
    this.problems = new ProblemBuilder(setup);
    if (setup.conditions().learning().isPresent()) {
      throw new InvalidInputException(
          "jobs report after rounds; a run without rounds learns nothing");
    }
    this.budget = new RunBudget(setup);
    this.jobs = new JobPool(setup, problems, trace);
    this.utilizationMeter = new UtilizationMeter(setup.cluster());
  }

  /**
   * Simulates until every job of the window that can run completes, or until the cluster has more
   * jobs than the setup allows.
   *
   * @param setup cluster, throughputs, policy and window; rounds and times between allocations are
   *     ignored
   * @param trace the jobs, in order of arrival, with unique ids
   * @param observer receives allocations, and the time from one to the next as a round
   * @return the measurements, without rounds and leases
   */
  public static SimulationResult run(
      SimulationSetup setup, Iterator<TraceJob> trace, SimulationObserver observer) {
    return new FluidSimulator(setup, trace, observer).run();
  }

  private SimulationResult run() {
    double now = 0;
    while (!jobs.isOver() && !saturated) {
      if (jobs.isEmpty()) {
        now = Math.max(now, jobs.nextSeconds());
      }
      budget.round(now);
      jobs.admit(now);
      saturated = jobs.isCrowded();
      now = flow(now);
      observer.finishedRound(now, utilizationMeter.completed);
    }
    return jobs.result(utilizationMeter, now, saturated, Optional.empty());
  }

  /** Advances all jobs until the next completion or arrival. */
  private double flow(double now) {
    List<SimulatedJob> present = jobs.active();
    AllocationProblem problem = problems.at(now, present);
    Policy policy = setup.conditions().planning(setup.policy(), 0);
    Allocation allocation = SimulationSetup.allocate(policy, now, problem);
    utilizationMeter.recomputations++;
    observer.allocated(now, allocation);
    double[] rate = new double[present.size()];
    double soonest = Double.POSITIVE_INFINITY;
    for (int m = 0; m < rate.length; m++) {
      present.get(m).isolatedAt(IsolatedShare.throughput(problem, m));
      rate[m] = allocation.effectiveThroughput(m);
      soonest = Math.min(soonest, present.get(m).secondsNeeded(rate[m]));
    }
    double seconds = Math.min(soonest, jobs.nextSeconds() - now);
    double until = Math.min(now + soonest, jobs.nextSeconds());
    if (until == Double.POSITIVE_INFINITY) {
      throw new IllegalStateException(
          "jobs %s can run but have no allocation".formatted(jobs.activeIds()));
    }
    double[] held = account(allocation, seconds);
    for (int m = 0; m < rate.length; m++) {
      SimulatedJob job = present.get(m);
      if (rate[m] > 0) {
        job.run(now, until, seconds, rate[m], held[m]);
      }
      job.contended(until, present.size());
      if (job.isDone()) {
        utilizationMeter.completed(job.completion());
      }
    }
    jobs.releaseDone();
    return until;
  }

  /** Counts the workers in use; returns the average workers of each job, {@code [job]}. */
  private double[] account(Allocation allocation, double seconds) {
    AllocationProblem problem = allocation.problem(); // pairs known by type are listed
    double[] held = new double[problem.jobCount()];
    for (int group = 0; group < problem.groupCount(); group++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double workers = problem.workers(group) * allocation.fraction(group, j);
        for (int i = 0; i < problem.group(group).size(); i++) {
          held[problem.group(group).member(i)] += workers;
        }
        for (int t = 0; t < problem.cluster().typeCount(); t++) {
          double workerSeconds =
              problem.held(group, j, t) * allocation.fraction(group, j) * seconds;
          utilizationMeter.busyWorkerSeconds += workerSeconds;
          utilizationMeter.cost += workerSeconds / 3600 * problem.cluster().type(t).pricePerHour();
        }
      }
    }
    return held;
  }
}
