package io.gavel.simulator;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;

/**
 * The setup of a simulation, except its jobs. Immutable.
 *
 * @param cluster the worker types, with prices
 * @param table throughputs of all jobs on all worker types
 * @param policy the policy that computes allocations
 * @param packed whether jobs may share workers, at the throughputs of the table
 * @param rounds the length of rounds, the cost of moves, and limits that rounds ignore
 * @param minResetSeconds minimum time between two allocations; 0 = at every round boundary after a
 *     change
 * @param window the measured jobs
 * @param mostActiveJobs the run is aborted as saturated if more jobs than this are in the cluster
 * @param mostResetSeconds maximum time between two allocations, at round boundaries; infinite =
 *     only after a change. Policies that use the history of jobs need it
 * @param conditions end time, worker failures and estimation
 * @param elasticWorkers the most workers of an elastic job: a job on whole workers may also run on
 *     any other number of workers up to this one for which the table has its job type; 0 = all jobs
 *     are rigid
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
    RunConditions conditions,
    int elasticWorkers) {

  /**
   * Checks the values, and that the table contains the worker types of the cluster.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy the policy that computes allocations
   * @param packed whether jobs may share workers
   * @param rounds the length of rounds and the cost of moves
   * @param minResetSeconds finite and at least 0
   * @param window the measured jobs
   * @param mostActiveJobs at least 1
   * @param mostResetSeconds greater than 0
   * @param conditions end time, worker failures and estimation
   * @param elasticWorkers at least 0
   * @throws InvalidInputException naming the value that is invalid
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
          "minimum time between allocations is %s s; it must be finite and at least 0"
              .formatted(minResetSeconds));
    }
    if (!(mostResetSeconds > 0)) {
      throw new InvalidInputException(
          "maximum time between allocations is %s s; it must be greater than 0"
              .formatted(mostResetSeconds));
    }
    if (elasticWorkers < 0) {
      throw new InvalidInputException(
          "the most workers of an elastic job are %s; they must be at least 0"
              .formatted(elasticWorkers));
    }
    if (conditions.learning().isPresent() && (packed || elasticWorkers > 0)) {
      throw new InvalidInputException(
          "throughputs are learnt of rigid jobs alone; jobs must not be elastic or share workers");
    }
  }

  /**
   * Creates a setup of rigid jobs with rounds of six minutes, without sharing, with a new
   * allocation only after arrivals and completions. A builder sets other values.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy the policy that computes allocations
   */
  public SimulationSetup(Cluster cluster, ThroughputTable table, Policy policy) {
    this(
        cluster,
        table,
        policy,
        false,
        RoundOptions.defaults(),
        0,
        Window.ALL,
        Integer.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        RunConditions.NONE,
        0);
  }

  /**
   * Asks a policy for an allocation.
   *
   * @param policy the policy
   * @param atSeconds the simulated time
   * @param problem the jobs in the cluster
   * @return the allocation
   * @throws InvalidInputException if the policy does not accept the jobs
   */
  public static Allocation allocate(Policy policy, double atSeconds, AllocationProblem problem) {
    try {
      return policy.allocate(problem);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "at %s s, the policy does not accept the jobs: %s".formatted(atSeconds, e.getMessage()));
    }
  }

  /**
   * Returns a copy under other conditions.
   *
   * @param other end time, worker failures and estimation
   * @return a copy
   */
  public SimulationSetup under(RunConditions other) {
    return toBuilder().conditions(other).build();
  }

  /**
   * Starts a builder with default values.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy the policy that computes allocations
   * @return a builder with the values of {@link #SimulationSetup(Cluster, ThroughputTable, Policy)}
   */
  public static Builder builder(Cluster cluster, ThroughputTable table, Policy policy) {
    return new SimulationSetup(cluster, table, policy).toBuilder();
  }

  /**
   * Starts a builder with the values of this setup.
   *
   * @return a builder with the values of this setup
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a setup. Mutable; not thread-safe. */
  public static final class Builder {

    private final Cluster cluster;
    private final ThroughputTable table;
    private Policy policy;
    private boolean packed;
    private RoundOptions rounds;
    private double minResetSeconds;
    private Window window;
    private int mostActiveJobs;
    private double mostResetSeconds;
    private RunConditions runConditions;
    private int elasticWorkers;

    private Builder(SimulationSetup from) {
      this.cluster = from.cluster;
      this.table = from.table;
      this.policy = from.policy;
      this.packed = from.packed;
      this.rounds = from.rounds;
      this.minResetSeconds = from.minResetSeconds;
      this.window = from.window;
      this.mostActiveJobs = from.mostActiveJobs;
      this.mostResetSeconds = from.mostResetSeconds;
      this.runConditions = from.conditions;
      this.elasticWorkers = from.elasticWorkers;
    }

    /**
     * Sets the policy.
     *
     * @param value the policy that computes allocations
     * @return this builder
     */
    public Builder policy(Policy value) {
      policy = value;
      return this;
    }

    /**
     * Sets whether jobs may share workers.
     *
     * @param value whether jobs may share workers, at the throughputs of the table
     * @return this builder
     */
    public Builder packed(boolean value) {
      packed = value;
      return this;
    }

    /**
     * Sets the round options.
     *
     * @param value the length of rounds and the cost of moves
     * @return this builder
     */
    public Builder rounds(RoundOptions value) {
      rounds = value;
      return this;
    }

    /**
     * Sets the minimum time between two allocations.
     *
     * @param value seconds, finite and at least 0
     * @return this builder
     */
    public Builder minResetSeconds(double value) {
      minResetSeconds = value;
      return this;
    }

    /**
     * Sets the measured jobs.
     *
     * @param value the window of measured jobs, by order of arrival
     * @return this builder
     */
    public Builder window(Window value) {
      window = value;
      return this;
    }

    /**
     * Sets the number of jobs above which a run is aborted as saturated.
     *
     * @param value jobs in the cluster, at least 1
     * @return this builder
     */
    public Builder mostActiveJobs(int value) {
      mostActiveJobs = value;
      return this;
    }

    /**
     * Sets the maximum time between two allocations.
     *
     * @param value seconds, greater than 0; infinite = only after a change
     * @return this builder
     */
    public Builder mostResetSeconds(double value) {
      mostResetSeconds = value;
      return this;
    }

    /**
     * Sets the conditions of the run.
     *
     * @param value end time, worker failures and estimation
     * @return this builder
     */
    public Builder conditions(RunConditions value) {
      runConditions = value;
      return this;
    }

    /**
     * Makes jobs elastic.
     *
     * @param most the most workers of an elastic job, at least 0; 0 = all jobs are rigid
     * @return this builder
     */
    public Builder elasticWorkers(int most) {
      elasticWorkers = most;
      return this;
    }

    /**
     * Creates the setup.
     *
     * @return the setup
     * @throws InvalidInputException naming the value that is invalid
     */
    public SimulationSetup build() {
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
          runConditions,
          elasticWorkers);
    }
  }
}
