package io.gavel.simulator;

import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.Policy;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;

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
 * @param conditions what else happens
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
    RunConditions conditions) {

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
   * @param conditions what else happens
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
        RunConditions.NONE);
  }

  /**
   * The same, asking for a new allocation from time to time.
   *
   * @param seconds most time between two allocations, greater than 0
   * @return a copy
   */
  public SimulationSetup askingEvery(double seconds) {
    return toBuilder().mostResetSeconds(seconds).build();
  }

  /**
   * The same under other conditions.
   *
   * @param other what else happens
   * @return a copy
   */
  public SimulationSetup under(RunConditions other) {
    return toBuilder().conditions(other).build();
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

  /**
   * Begins a setup that differs from the default in some respects.
   *
   * @param cluster the worker types
   * @param table throughputs
   * @param policy decides on allocations
   * @return a builder with the values of {@link #SimulationSetup(Cluster, ThroughputTable, Policy)}
   */
  public static Builder builder(Cluster cluster, ThroughputTable table, Policy policy) {
    return new SimulationSetup(cluster, table, policy).toBuilder();
  }

  /**
   * Begins a setup that differs from this one in some respects.
   *
   * @return a builder with the values of this setup
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects what is simulated. Mutable; not thread-safe. */
  public static final class Builder {

    private final Cluster cluster;
    private final ThroughputTable table;
    private final Policy policy;
    private boolean packed;
    private RoundOptions rounds;
    private double minResetSeconds;
    private Window window;
    private int mostActiveJobs;
    private double mostResetSeconds;
    private RunConditions runConditions;

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
    }

    /**
     * Sets one value.
     *
     * @param value whether jobs may share workers
     * @return this builder
     */
    public Builder packed(boolean value) {
      packed = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value the length of a round
     * @return this builder
     */
    public Builder rounds(RoundOptions value) {
      rounds = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value least time between two allocations, finite and at least 0
     * @return this builder
     */
    public Builder minResetSeconds(double value) {
      minResetSeconds = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value which jobs are measured
     * @return this builder
     */
    public Builder window(Window value) {
      window = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value with more jobs in the cluster the run is saturated
     * @return this builder
     */
    public Builder mostActiveJobs(int value) {
      mostActiveJobs = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value most time between two allocations, greater than 0
     * @return this builder
     */
    public Builder mostResetSeconds(double value) {
      mostResetSeconds = value;
      return this;
    }

    /**
     * Sets one value.
     *
     * @param value what else happens
     * @return this builder
     */
    public Builder conditions(RunConditions value) {
      runConditions = value;
      return this;
    }

    /**
     * Checks and copies the values.
     *
     * @return a setup
     * @throws InvalidInputException naming what does not fit
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
          runConditions);
    }
  }
}
