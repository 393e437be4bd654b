package io.gavel.simulator;

import io.gavel.policies.model.Unrunnable;
import io.gavel.simulator.failure.BreakdownCost;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What a simulation measured. Immutable.
 *
 * @param jobs every job that arrived, in order of arrival
 * @param window which of them are measured
 * @param makespanSeconds from the first arrival to the last completion, 0 if no job completed; in a
 *     run as the original from 0 to the end of the run
 * @param utilization busy time of workers as a fraction of all their time in the makespan; empty if
 *     a run as the original reports none
 * @param workers the workers of the cluster
 * @param cost price of the busy time; a pair of jobs pays once, in a run as the original twice
 * @param recomputations how often the policy was asked
 * @param rounds rounds planned
 * @param leaseExtensions leases of groups that kept their workers
 * @param leaseOpportunities leases after which a job was still there
 * @param sloViolations measured jobs with a deadline that they missed
 * @param overhead part of the time of leases in which jobs were saved and loaded, not advanced
 * @param saturated whether the run was given up: jobs came faster than they went or, in a run as
 *     the original, those that are left hold workers on which they cannot run
 * @param unrunnable jobs that can run nowhere in the cluster, which were set aside
 * @param failureCost what failures of workers cost; empty if workers never fail
 */
public record SimulationResult(
    List<JobOutcome> jobs,
    Window window,
    double makespanSeconds,
    OptionalDouble utilization,
    long workers,
    double cost,
    long recomputations,
    long rounds,
    long leaseExtensions,
    long leaseOpportunities,
    long sloViolations,
    double overhead,
    boolean saturated,
    List<Unrunnable> unrunnable,
    Optional<BreakdownCost> failureCost) {

  /**
   * Copies the lists.
   *
   * @param jobs every job
   * @param window which are measured
   * @param makespanSeconds at least 0
   * @param utilization at least 0
   * @param workers at least 0
   * @param cost at least 0
   * @param recomputations at least 0
   * @param rounds at least 0
   * @param leaseExtensions at least 0
   * @param leaseOpportunities at least 0
   * @param sloViolations at least 0
   * @param overhead from 0 to 1
   * @param saturated whether the run was given up
   * @param unrunnable jobs that can run nowhere
   * @param failureCost what failures of workers cost
   */
  public SimulationResult {
    jobs = List.copyOf(jobs);
    unrunnable = List.copyOf(unrunnable);
  }

  /**
   * The jobs of the window.
   *
   * @return in order of arrival
   */
  public List<JobOutcome> measured() {
    return IntStream.range(0, jobs.size()).filter(window::contains).mapToObj(jobs::get).toList();
  }

  /**
   * How many jobs were completed, measured or not.
   *
   * @return at most the number of jobs
   */
  public long completed() {
    return jobs.stream().filter(job -> job.completionSeconds().isPresent()).count();
  }

  /**
   * The completion times of the measured jobs that completed.
   *
   * @return seconds from arrival to completion, in order of arrival
   */
  public List<Double> jctSeconds() {
    return measured().stream()
        .filter(job -> job.completionSeconds().isPresent())
        .map(job -> job.jctSeconds().getAsDouble())
        .toList();
  }

  /**
   * The average job completion time of the measured jobs that completed.
   *
   * @return seconds; empty if none did
   */
  public OptionalDouble averageJctSeconds() {
    return jctSeconds().stream().mapToDouble(Double::doubleValue).average();
  }
}
