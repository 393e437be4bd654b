package io.gavel.benchmarks.simulation;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.mechanism.RoundOptions;
import io.gavel.policies.Cluster;
import io.gavel.policies.Policy;
import io.gavel.policies.WorkerType;

/**
 * What is simulated, apart from the jobs. Immutable.
 *
 * @param cluster the worker types, with prices
 * @param table throughputs of all jobs on all worker types
 * @param policy decides on allocations
 * @param packed whether jobs may share workers, at the throughputs of the table
 * @param rounds the length of a round
 * @param minResetSeconds least time between two allocations; 0 = at every round boundary after a
 *     change
 * @param window which jobs are measured
 * @param mostActiveJobs with more jobs in the cluster than this, the run is given up as saturated
 * @param mostResetSeconds most time between two allocations, at round boundaries; infinite = only
 *     after a change. Policies that look at what jobs have been through need it
 * @param circumstances what else happens
 */
public record SimulationSetup(
    Cluster cluster,
    ThroughputTable table,
    Policy policy,
    boolean packed,
    RoundOptions rounds,
    double minResetSeconds,
    Window window,
    int mostActiveJobs,
    double mostResetSeconds,
    Circumstances circumstances) {

  /**
   * Checks that the table knows the cluster.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy decides on allocations
   * @param packed whether jobs may share workers
   * @param rounds the length of a round
   * @param minResetSeconds finite and at least 0
   * @param window which jobs are measured
   * @param mostActiveJobs at least 1
   * @param mostResetSeconds greater than 0
   * @param circumstances what else happens
   * @throws InvalidInputException naming what does not fit
   */
  public SimulationSetup {
    for (WorkerType type : cluster.types()) {
      if (!table.workerTypes().contains(type.name())) {
        throw new InvalidInputException(
            "the throughput table has no worker type \"%s\"; it has %s"
                .formatted(type.name(), String.join(", ", table.workerTypes())));
      }
    }
    if (!(minResetSeconds >= 0) || minResetSeconds == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "least time between allocations is %s s; it must be finite and at least 0"
              .formatted(minResetSeconds));
    }
    if (!(mostResetSeconds > 0)) {
      throw new InvalidInputException(
          "most time between allocations is %s s; it must be greater than 0"
              .formatted(mostResetSeconds));
    }
  }

  /**
   * A new allocation only when jobs came or went.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy decides on allocations
   * @param packed whether jobs may share workers
   * @param rounds the length of a round
   * @param minResetSeconds finite and at least 0
   * @param window which jobs are measured
   * @param mostActiveJobs at least 1
   */
  public SimulationSetup(
      Cluster cluster,
      ThroughputTable table,
      Policy policy,
      boolean packed,
      RoundOptions rounds,
      double minResetSeconds,
      Window window,
      int mostActiveJobs) {
    this(
        cluster,
        table,
        policy,
        packed,
        rounds,
        minResetSeconds,
        window,
        mostActiveJobs,
        Double.POSITIVE_INFINITY,
        Circumstances.NONE);
  }

  /**
   * The same, asking for a new allocation from time to time.
   *
   * @param seconds most time between two allocations, greater than 0
   * @return a copy
   */
  public SimulationSetup askingEvery(double seconds) {
    return new SimulationSetup(
        cluster,
        table,
        policy,
        packed,
        rounds,
        minResetSeconds,
        window,
        mostActiveJobs,
        seconds,
        circumstances);
  }

  /**
   * The same under other circumstances.
   *
   * @param other what else happens
   * @return a copy
   */
  public SimulationSetup under(Circumstances other) {
    return new SimulationSetup(
        cluster,
        table,
        policy,
        packed,
        rounds,
        minResetSeconds,
        window,
        mostActiveJobs,
        mostResetSeconds,
        other);
  }

  /**
   * Rounds of six minutes, nobody shares workers, a new allocation whenever jobs came or went.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy decides on allocations
   */
  public SimulationSetup(Cluster cluster, ThroughputTable table, Policy policy) {
    this(cluster, table, policy, false, RoundOptions.defaults(), 0, Window.ALL, Integer.MAX_VALUE);
  }
}
