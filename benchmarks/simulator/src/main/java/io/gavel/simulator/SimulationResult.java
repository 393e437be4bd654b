package io.gavel.simulator;

import io.gavel.policies.model.Unrunnable;
import io.gavel.simulator.failure.BreakdownCost;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The measurements of a simulation. Immutable.
 *
 * @param jobs every job that arrived, in order of arrival
 * @param window the measured jobs
 * @param makespanSeconds from the first arrival to the last completion, 0 if no job completed;
 *     under the rules of the original, from 0 to the end of the run
 * @param utilization busy worker time as a fraction of all worker time in the makespan; empty if a
 *     run under the rules of the original reports none
 * @param workers the number of workers of the cluster
 * @param cost price of the busy time; a pair of jobs pays once, under the rules of the original
 *     twice
 * @param recomputations the number of allocations computed by the policy
 * @param rounds the number of planned rounds
 * @param leaseExtensions the number of leases extended on the same workers
 * @param leaseOpportunities the number of leases at whose end a job was still active
 * @param sloViolations the number of measured jobs that missed their deadline
 * @param overhead the fraction of lease time spent on saving and loading jobs
 * @param saturated whether the run was aborted: there were more jobs than allowed or, under the
 *     rules of the original, the remaining jobs hold workers on which they cannot run
 * @param unrunnable descriptions of jobs that cannot run anywhere in the cluster; these were set
 *     aside
 * @param failureCost the cost of worker failures; empty if workers never fail
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
   * @param jobs every job, in order of arrival
   * @param window the measured jobs
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
   * @param saturated whether the run was aborted
   * @param unrunnable descriptions of jobs that cannot run anywhere
   * @param failureCost the cost of worker failures
   */
  public SimulationResult {
    jobs = List.copyOf(jobs);
    unrunnable = List.copyOf(unrunnable);
  }

  /**
   * Returns the jobs of the window.
   *
   * @return the measured jobs, in order of arrival
   */
  public List<JobOutcome> measured() {
    return IntStream.range(0, jobs.size()).filter(window::contains).mapToObj(jobs::get).toList();
  }

  /**
   * Returns the number of completed jobs, measured or not.
   *
   * @return at most the number of jobs
   */
  public long completed() {
    return jobs.stream().filter(job -> job.completionSeconds().isPresent()).count();
  }

  /**
   * Returns the job completion times of the measured jobs that completed.
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
   * Returns the average job completion time of the measured jobs that completed.
   *
   * @return seconds; empty if none did
   */
  public OptionalDouble averageJctSeconds() {
    return jctSeconds().stream().mapToDouble(Double::doubleValue).average();
  }
}
