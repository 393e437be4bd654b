package io.gavel.catalog;

import io.gavel.experiment.JobSource;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Scenario;
import io.gavel.experiment.Simulation;
import io.gavel.legacy.OriginalFifo;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;

/** Creates simulations with the policies of the catalogue. */
public final class RunFactory {

  /** The cluster of the published simulations. */
  public static final String CLUSTER = "v100=36,p100=36,k80=36";

  /** The cluster of the published simulations with estimated throughputs. */
  public static final String SMALL = "v100=4,p100=4,k80=4";

  private RunFactory() {}

  /**
   * Creates a simulation of a policy of the catalogue on the published cluster with generated jobs.
   *
   * @param key the key of the policy
   * @param workload the distribution of jobs
   * @param window the measured jobs
   * @return a simulation by the default rules
   */
  public static Simulation published(String key, Workload workload, Window window) {
    return of(key, CLUSTER, JobSource.endless(workload), window);
  }

  /**
   * Creates a simulation of a policy of the catalogue.
   *
   * @param key the key of the policy
   * @param cluster {@code TYPE=N,...}
   * @param source the source of jobs
   * @param window the measured jobs
   * @return a simulation by the default rules
   */
  public static Simulation of(String key, String cluster, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            PolicyCatalog.entry(key).choice(Scenario.referenceType(workers, false));
    return new Simulation(key, chooser, cluster, source, window);
  }

  /**
   * Creates a simulation of a policy that is not in the catalogue.
   *
   * @param name name of the policy, with all settings that affect the result
   * @param policy the policy
   * @param cluster {@code TYPE=N,...}
   * @param source the source of jobs
   * @param window the measured jobs
   * @return a simulation by the default rules
   */
  public static Simulation of(
      String name, Policy policy, String cluster, JobSource source, Window window) {
    return new Simulation(
        name,
        (table, workers, seed) -> new PolicyChoice(name, policy, false),
        cluster,
        source,
        window);
  }

  /**
   * Creates a simulation of agnostic FIFO by the original's rules, with the original's fault.
   *
   * @param cluster {@code TYPE=N,...}
   * @param source the source of jobs
   * @param window the measured jobs
   * @return a simulation by the original's rules
   */
  public static Simulation faultyFifo(String cluster, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            new PolicyChoice("fifo_greedy_agnostic", new OriginalFifo(seed), false);
    return new Simulation("fifo_as_published", chooser, cluster, source, window).by(Rules.ORIGINAL);
  }

  /**
   * Creates a simulation of a policy over all pairs of jobs in the table, by job type.
   *
   * @param name name of the policy, with all settings that affect the result
   * @param policy a policy that supports pairs by job type
   * @param source the source of jobs
   * @param window the measured jobs
   * @return a simulation on the published cluster
   */
  public static Simulation sharing(String name, Policy policy, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            new PolicyChoice(name, SharingByType.of(policy, table, workers), false);
    return new Simulation(name, chooser, CLUSTER, source, window);
  }

  /**
   * Creates a simulation of a fair policy by the original's rules that allocates no more than its
   * level requires. The original leaves the use of the remaining capacity to its solver.
   *
   * @param key the key of the policy
   * @param source the source of jobs
   * @param window the measured jobs
   * @return a simulation on the published cluster
   */
  public static Simulation levelOnly(String key, JobSource source, Window window) {
    Policy policy =
        switch (key) {
          case "max_min_fairness" -> MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
          case "finish_time_fairness" ->
              FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
          default -> throw new IllegalArgumentException("%s has no level".formatted(key));
        };
    return of(key + ", level only", policy, CLUSTER, source, window).by(Rules.ORIGINAL);
  }
}
