package io.gavel.reproduction;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.SharingByType;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Scenario;
import io.gavel.experiment.Simulation;
import io.gavel.legacy.OriginalFifo;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;

/**
 * The simulations that several experiments share. Immutable.
 *
 * @param scale the scale of the runs
 */
record Setups(ExperimentScale scale) {

  /** The cluster of the published simulations. */
  static final String CLUSTER = "v100=36,p100=36,k80=36";

  /** The cluster of the published simulations with estimated throughputs. */
  static final String SMALL = "v100=4,p100=4,k80=4";

  /** The cluster of Gavel's physical experiments. */
  static final String PHYSICAL = "v100=8,p100=16,k80=24";

  /** The trace of Gavel's physical experiments in which jobs arrive over time. */
  static final JobSource ARRIVING =
      JobSource.physicalTrace("gavel-traces/physical/max_min_fairness.csv");

  /** The trace of Gavel's physical experiments in which all jobs arrive at once. */
  static final JobSource AT_ONCE =
      JobSource.physicalTrace("gavel-traces/physical/minimize_makespan.csv");

  /** Jobs on one worker each. */
  static Workload singles(double jobsPerHour) {
    return Workload.published(jobsPerHour);
  }

  /** Jobs on one or more workers. */
  static Workload gangs(double jobsPerHour) {
    return Workload.published(jobsPerHour).withGangs();
  }

  /** The jobs that are measured in the published simulations. */
  Window window() {
    return scale.window(4000, 5000);
  }

  /** Simulates a policy of the catalogue on the published cluster by the default rules. */
  Simulation published(String policy, Workload load) {
    return of(policy, CLUSTER, JobSource.endless(load), window());
  }

  /** Simulates a policy of the catalogue by the default rules. */
  static Simulation of(String policy, String cluster, JobSource jobs, Window window) {
    return new Simulation(
        policy,
        (table, workers, seed) ->
            PolicyCatalog.entry(policy).choice(Scenario.referenceType(workers, false)),
        cluster,
        jobs,
        window);
  }

  /** Simulates a policy of the catalogue on all jobs of a trace of the physical cluster. */
  static Simulation physical(String policy, JobSource trace) {
    return of(policy, PHYSICAL, trace, Window.ALL);
  }

  /**
   * Simulates a fair policy by the original's rules that allocates no more than its level requires.
   * The original leaves the use of the remaining capacity to its solver.
   */
  Simulation levelOnly(String name, Policy policy, Workload load) {
    return of(name + ", level only", policy, JobSource.endless(load), window()).by(Rules.ORIGINAL);
  }

  private static Simulation of(String name, Policy policy, JobSource jobs, Window window) {
    return new Simulation(
        name,
        (table, workers, seed) -> new PolicyChoice(name, policy, false),
        CLUSTER,
        jobs,
        window);
  }

  /** Simulates agnostic FIFO by the original's rules and with its fault. */
  static Simulation faultyFifo(JobSource jobs, Window window) {
    return new Simulation(
            "fifo_as_published",
            (table, workers, seed) ->
                new PolicyChoice("fifo_greedy_agnostic", new OriginalFifo(seed), false),
            CLUSTER,
            jobs,
            window)
        .by(Rules.ORIGINAL);
  }

  /** Simulates max-min fairness over all pairs of jobs in the table, by job type. */
  Simulation sharing(Workload load) {
    return sharing(
        "max_min_fairness_packed", MaxMinFairness.create(), scale.jobs(load, window()), window());
  }

  /**
   * Simulates a policy over all pairs of jobs in the table, by job type.
   *
   * @param name name of the policy, with all settings that affect the result
   * @param policy a policy that supports pairs by job type
   */
  static Simulation sharing(String name, Policy policy, JobSource jobs, Window window) {
    return new Simulation(
        name,
        (table, workers, seed) ->
            new PolicyChoice(name, SharingByType.of(policy, table, workers), false),
        CLUSTER,
        jobs,
        window);
  }
}
