package io.gavel.benchmarks.simulation;

import io.gavel.policies.Unrunnable;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a simulation measured. Immutable.
 *
 * @param jobs every job of the trace, in order of arrival
 * @param makespanSeconds from the first arrival to the last completion; 0 if no job completed
 * @param busyWorkerSeconds time of workers held by a job that was not done, over all workers
 * @param workers the workers of the cluster
 * @param cost price of the busy time; a pair of jobs pays once
 * @param recomputations how often the policy was asked
 * @param rounds rounds planned
 * @param unrunnable jobs that can run nowhere in the cluster, which were set aside
 */
public record SimulationResult(
    List<JobOutcome> jobs,
    double makespanSeconds,
    double busyWorkerSeconds,
    long workers,
    double cost,
    long recomputations,
    long rounds,
    List<Unrunnable> unrunnable) {

  /**
   * Copies the lists.
   *
   * @param jobs every job
   * @param makespanSeconds at least 0
   * @param busyWorkerSeconds at least 0
   * @param workers at least 0
   * @param cost at least 0
   * @param recomputations at least 0
   * @param rounds at least 0
   * @param unrunnable jobs that can run nowhere
   */
  public SimulationResult {
    jobs = List.copyOf(jobs);
    unrunnable = List.copyOf(unrunnable);
  }

  /**
   * The completion times of the jobs that completed.
   *
   * @return seconds from arrival to completion, in order of arrival
   */
  public List<Double> jctSeconds() {
    return jobs.stream()
        .filter(job -> job.completionSeconds().isPresent())
        .map(job -> job.jctSeconds().getAsDouble())
        .toList();
  }

  /**
   * The average job completion time of the jobs that completed.
   *
   * @return seconds; empty if none did
   */
  public OptionalDouble averageJctSeconds() {
    return jctSeconds().stream().mapToDouble(Double::doubleValue).average();
  }

  /**
   * Busy time of workers as a fraction of all their time until the makespan.
   *
   * @return from 0 to 1
   */
  public double utilization() {
    return makespanSeconds > 0 ? busyWorkerSeconds / (workers * makespanSeconds) : 0;
  }
}
