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

/** Simulations with the policies of the catalogue. */
public final class RunFactory {

  /** The cluster of the published simulations. */
  public static final String CLUSTER = "v100=36,p100=36,k80=36";

  /** That of the published simulations with estimates. */
  public static final String SMALL = "v100=4,p100=4,k80=4";

  private RunFactory() {}

  /**
   * A policy of the catalogue on the published cluster with jobs that are made up.
   *
   * @param key of the policy
   * @param workload what jobs are made up
   * @param window which are measured
   * @return a simulation by the default rules
   */
  public static Simulation published(String key, Workload workload, Window window) {
    return of(key, CLUSTER, JobSource.endless(workload), window);
  }

  /**
   * A policy of the catalogue.
   *
   * @param key of the policy
   * @param cluster {@code TYPE=N,...}
   * @param source of the jobs
   * @param window which are measured
   * @return a simulation by the default rules
   */
  public static Simulation of(String key, String cluster, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            PolicyCatalog.entry(key).choice(Scenario.referenceType(workers, false));
    return new Simulation(key, chooser, cluster, source, window);
  }

  /**
   * A policy that is not in the catalogue.
   *
   * @param name all that decides included
   * @param policy decides
   * @param cluster {@code TYPE=N,...}
   * @param source of the jobs
   * @param window which are measured
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
   * Blind FIFO by the original's rules, with the fault that it has there.
   *
   * @param cluster {@code TYPE=N,...}
   * @param source of the jobs
   * @param window which are measured
   * @return a simulation by the original's rules
   */
  public static Simulation faultyFifo(String cluster, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            new PolicyChoice("fifo_greedy_agnostic", new OriginalFifo(seed), false);
    return new Simulation("fifo_as_published", chooser, cluster, source, window).by(Rules.ORIGINAL);
  }

  /**
   * A policy over all pairs of jobs that the table knows, by the types of the jobs.
   *
   * @param name all that decides included
   * @param policy answers programs with pairs by job type
   * @param source of the jobs
   * @param window which are measured
   * @return a simulation on the published cluster
   */
  public static Simulation sharing(String name, Policy policy, JobSource source, Window window) {
    Simulation.Chooser chooser =
        (table, workers, seed) ->
            new PolicyChoice(name, SharingByType.of(policy, table, workers), false);
    return new Simulation(name, chooser, CLUSTER, source, window);
  }

  /**
   * A fair policy by the original's rules that hands out no more than its level asks for. Who gets
   * the rest the original leaves to its solver.
   *
   * @param key of the policy
   * @param source of the jobs
   * @param window which are measured
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
