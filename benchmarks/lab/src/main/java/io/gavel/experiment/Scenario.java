package io.gavel.experiment;

import io.gavel.legacy.LoopObserver;
import io.gavel.legacy.OriginalLoop;
import io.gavel.legacy.OriginalSimulation;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.FluidSimulator;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.Simulator;
import io.gavel.simulator.Window;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.util.Iterator;
import java.util.OptionalInt;

/**
 * A policy on a cluster, and the rules by which it is simulated. Immutable.
 *
 * @param policy the policy
 * @param cluster the worker types, with prices
 * @param rounds length of a round and cost of moves; the original has no cost of moves
 * @param minResetSeconds minimum time between two allocations
 * @param window the measured jobs
 * @param mostActive the run is aborted if more jobs are in the cluster; empty = ten per worker with
 *     a window, otherwise never
 * @param rules the rules of the simulation; the original's never abort
 * @param conditions end time, worker failures and estimation; none by the rules of the original
 * @param elasticWorkers the most workers of an elastic job; 0 = all jobs are rigid, as they are by
 *     the rules of the original
 */
public record Scenario(
    PolicyChoice policy,
    Cluster cluster,
    RoundOptions rounds,
    double minResetSeconds,
    Window window,
    OptionalInt mostActive,
    Rules rules,
    RunConditions conditions,
    int elasticWorkers) {

  private static final int ACTIVE_PER_WORKER = 10;

  /**
   * Creates a scenario without other conditions.
   *
   * @param policy the policy
   * @param cluster the worker types, with prices
   * @param rounds length of a round and cost of moves
   * @param minResetSeconds minimum time between two allocations
   * @param window the measured jobs
   * @param mostActive the run is aborted if more jobs are in the cluster
   * @param rules the rules of the simulation
   */
  public Scenario(
      PolicyChoice policy,
      Cluster cluster,
      RoundOptions rounds,
      double minResetSeconds,
      Window window,
      OptionalInt mostActive,
      Rules rules) {
    this(
        policy, cluster, rounds, minResetSeconds, window, mostActive, rules, RunConditions.NONE, 0);
  }

  /**
   * Returns a copy under other conditions.
   *
   * @param other end time, worker failures and estimation
   * @return a copy
   */
  public Scenario under(RunConditions other) {
    return copy(other, elasticWorkers);
  }

  /**
   * Returns a copy with elastic jobs.
   *
   * @param most the most workers of an elastic job, at least 0; 0 = all jobs are rigid
   * @return a copy
   */
  public Scenario withElasticWorkers(int most) {
    return copy(conditions, most);
  }

  private Scenario copy(RunConditions other, int most) {
    return new Scenario(
        policy, cluster, rounds, minResetSeconds, window, mostActive, rules, other, most);
  }

  /**
   * Returns the reference type of agnostic policies: the type of the published durations.
   *
   * @param cluster the worker types
   * @param rules the rules of the simulation; the original's order types by name
   * @return the index of {@code v100} as seen by policies; that of the first type if there is none
   */
  public static int referenceType(Cluster cluster, Rules rules) {
    Cluster seen = rules == Rules.ORIGINAL ? OriginalLoop.numbered(cluster.types()) : cluster;
    for (int j = 0; j < seen.typeCount(); j++) {
      if (seen.type(j).name().equals("v100")) {
        return j;
      }
    }
    return 0;
  }

  /**
   * Returns the setup of the simulator.
   *
   * @param table throughputs
   * @return the setup
   * @throws io.gavel.workload.InvalidInputException if the table lacks a worker type
   */
  public SimulationSetup setup(ThroughputTable table) {
    boolean faithful = rules == Rules.ORIGINAL;
    return SimulationSetup.builder(
            faithful ? OriginalLoop.numbered(cluster.types()) : cluster,
            table,
            faithful ? policy.originalPolicy() : policy.policy())
        .packed(policy.packed())
        .rounds(rounds)
        .minResetSeconds(minResetSeconds)
        .window(window)
        .mostActiveJobs(mostActive.orElse(defaultMostActive()))
        .conditions(conditions)
        .elasticWorkers(elasticWorkers)
        .build();
  }

  private int defaultMostActive() {
    long tenEach = ACTIVE_PER_WORKER * Math.max(1, cluster.workers());
    return window.isEverything() ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, tenEach);
  }

  /**
   * Runs the scenario.
   *
   * @param table throughputs
   * @param jobs the jobs, in order of arrival; may be endless if the window is bounded
   * @param seed seed of the order in which the original fills types
   * @param observer receives allocations, leases and rounds
   * @return the measurements
   */
  public SimulationResult run(
      ThroughputTable table, Iterator<TraceJob> jobs, long seed, SimulationObserver observer) {
    return run(setup(table), jobs, seed, observer, LoopObserver.none());
  }

  /**
   * Runs a setup of the scenario, watched round by round by the rules of the original.
   *
   * @param setup the setup, or a copy with another form of the policy
   * @param jobs the jobs, in order of arrival; may be endless if the window is bounded
   * @param seed seed of the order in which the original fills types
   * @param observer receives allocations, leases and rounds
   * @param watcher receives each pass of the original's loop; nothing by other rules
   * @return the measurements
   */
  public SimulationResult run(
      SimulationSetup setup,
      Iterator<TraceJob> jobs,
      long seed,
      SimulationObserver observer,
      LoopObserver watcher) {
    return policy.measure(
        seed,
        () ->
            switch (rules) {
              case DEFAULT -> Simulator.run(setup, jobs, observer);
              case IDEAL -> FluidSimulator.run(setup, jobs, observer);
              case ORIGINAL ->
                  OriginalSimulation.run(
                      setup,
                      policy.zeroPriority(),
                      policy.isShuffled(),
                      seed,
                      jobs,
                      observer,
                      watcher);
            });
  }
}
