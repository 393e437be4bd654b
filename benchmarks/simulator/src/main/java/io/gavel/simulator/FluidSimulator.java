package io.gavel.simulator;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.workload.TraceJob;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The ideal that a mechanism is held against: no rounds, every job progresses at the throughput of
 * its allocation, and the policy is asked whenever a job arrives or is done. Completions are events
 * of their own; the original's ideal mode lets jobs end at arrivals only, and does not run.
 */
public final class FluidSimulator {

  private final SimulationSetup setup;
  private final ProblemBuilder problems;
  private final JobPool jobs;
  private final UtilizationMeter utilizationMeter;
  private boolean saturated;

  private FluidSimulator(SimulationSetup setup, Iterator<TraceJob> trace) {
    this.setup = setup;
    this.problems = new ProblemBuilder(setup);
    this.jobs = new JobPool(setup, problems, trace);
    this.utilizationMeter = new UtilizationMeter(setup.cluster());
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
    while (!jobs.isOver() && !saturated) {
      if (jobs.isEmpty()) {
        now = Math.max(now, jobs.nextSeconds());
      }
      jobs.admit(now);
      saturated = jobs.isCrowded();
      now = flow(now);
    }
    return jobs.result(utilizationMeter, now, saturated, Optional.empty());
  }

  /** Lets all jobs progress until the next of them is done or arrives. */
  private double flow(double now) {
    List<SimulatedJob> present = jobs.active();
    AllocationProblem problem = problems.at(now, present);
    Allocation allocation = setup.policy().allocate(problem);
    utilizationMeter.recomputations++;
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
          "jobs %s can run, but are allocated nothing".formatted(jobs.activeIds()));
    }
    account(allocation, seconds);
    for (int m = 0; m < rate.length; m++) {
      SimulatedJob job = present.get(m);
      if (rate[m] > 0) {
        job.run(now, until, seconds, rate[m]);
      }
      job.contended(until, present.size());
      if (job.isDone()) {
        utilizationMeter.completed(job.completion());
      }
    }
    jobs.releaseDone();
    return until;
  }

  private void account(Allocation allocation, double seconds) {
    AllocationProblem problem = allocation.problem(); // pairs that were known by type are listed
    for (int group = 0; group < problem.groupCount(); group++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double workerSeconds = problem.workers(group) * allocation.fraction(group, j) * seconds;
        utilizationMeter.busyWorkerSeconds += workerSeconds;
        utilizationMeter.cost += workerSeconds / 3600 * problem.cluster().type(j).pricePerHour();
      }
    }
  }
}
