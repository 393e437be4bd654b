package io.gavel.experiment;

import io.gavel.input.ClusterSpec;
import io.gavel.legacy.OriginalLoop;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.FluidSimulator;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.Window;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.ThroughputTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/**
 * A policy on a cluster, with its jobs, in one of the ways of simulating. Immutable.
 *
 * @param policy its name, all that decides included
 * @param choice makes the policy for a seed
 * @param cluster {@code TYPE=N,...}
 * @param source of the jobs
 * @param window which of them are measured
 * @param rules of the simulation
 * @param rounds length of a round and what moves cost; the ideal has neither
 * @param subject to what else, which only the default rules know
 */
public record Simulation(
    String policy,
    Chooser choice,
    String cluster,
    JobSource source,
    Window window,
    Rules rules,
    RoundOptions rounds,
    Subject subject) {

  /**
   * What runs are subject to beside their jobs.
   *
   * @param words which say all that decides; empty for nothing
   * @param conditions of the run of a seed
   */
  public record Subject(String words, LongFunction<RunConditions> conditions) {

    private static final Subject NOTHING = new Subject("", seed -> RunConditions.NONE);
  }

  /** Makes the policy of a run. */
  @FunctionalInterface
  public interface Chooser {

    /**
     * Makes a policy.
     *
     * @param table throughputs
     * @param cluster the worker types, in the order in which the policy will see them
     * @param seed of the run
     * @return the policy, for this run alone
     */
    PolicyChoice choose(ThroughputTable table, Cluster cluster, long seed);
  }

  /** Average completion time of the measured jobs that completed. */
  public static final String AVERAGE_JCT_HOURS = "avg_jct_h";

  /** From the first arrival to the last completion. */
  public static final String MAKESPAN_HOURS = "makespan_h";

  /** Busy time of workers as a part of all. */
  public static final String UTILIZATION = "utilization";

  /** Price of the busy time, dollars. */
  public static final String COST = "cost";

  /** Measured jobs that missed their deadline, as a part of all. */
  public static final String LATE = "late";

  /** By how much measured jobs missed their deadline, at least 0; NaN without one, or not done. */
  public static final String LATENESS_HOURS = "lateness_h";

  /** 1 if the run was given up. */
  public static final String SATURATED = "saturated";

  /** How often a measured job began again on other workers, on average. */
  public static final String RESTARTS = "restarts";

  /** Leases that were extended, as a part of those that might have been. */
  public static final String EXTENDED = "extended";

  /** Time that jobs lost to being moved, as a part of the time that they held workers. */
  public static final String OVERHEAD = "overhead";

  /** Completion times of the measured jobs, by arrival; NaN for those that did not complete. */
  public static final String JCT_HOURS = "jct_h";

  /** Themis' ρ of the measured jobs; NaN where it was not measured. */
  public static final String RHO = "rho";

  /** Weights of the measured jobs. */
  public static final String WEIGHT = "weight";

  private static final double HOUR = 3600;
  private static final double ORIGINAL_MIN_RESET = 1920;

  /**
   * A simulation by the default rules with rounds of six minutes.
   *
   * @param policy its name, all that decides included
   * @param choice makes the policy for a seed
   * @param cluster {@code TYPE=N,...}
   * @param source of the jobs
   * @param window which are measured
   */
  public Simulation(
      String policy, Chooser choice, String cluster, JobSource source, Window window) {
    this(
        policy,
        choice,
        cluster,
        source,
        window,
        Rules.DEFAULT,
        RoundOptions.defaults(),
        Subject.NOTHING);
  }

  /**
   * The same by other rules.
   *
   * @param other of the simulation
   * @return a copy
   */
  public Simulation by(Rules other) {
    return new Simulation(policy, choice, cluster, source, window, other, rounds, subject);
  }

  /**
   * The same with other rounds.
   *
   * @param other their length and what moves cost
   * @return a copy
   */
  public Simulation with(RoundOptions other) {
    return new Simulation(policy, choice, cluster, source, window, rules, other, subject);
  }

  /**
   * The same, subject to something else.
   *
   * @param other in words, and as of a seed
   * @return a copy
   */
  public Simulation under(Subject other) {
    return new Simulation(policy, choice, cluster, source, window, rules, rounds, other);
  }

  /**
   * The simulation as something to be measured.
   *
   * @return an arm
   */
  public ExperimentRun arm() {
    String id =
        "%s on %s, %s, %s to %s, %s rules, rounds of %s s%s%s"
            .formatted(
                policy,
                cluster,
                source.words(),
                window.from(),
                window.isEverything() ? "the last" : window.to(),
                rules,
                rounds.roundSeconds(),
                rounds.overhead().equals(Overhead.none()) ? "" : ", " + rounds.overhead(),
                subject.words().isEmpty() ? "" : ", " + subject.words());
    return new ExperimentRun(id, this::run);
  }

  private RunFigures run(PublishedData publishedData, long seed) {
    ThroughputTable table = source.table().apply(publishedData);
    Cluster workers = ClusterSpec.parse(cluster, "");
    Cluster seen = rules == Rules.ORIGINAL ? OriginalLoop.numbered(workers.types()) : workers;
    Scenario scenario =
        new Scenario(
                choice.choose(table, seen, seed),
                workers,
                rounds,
                rules == Rules.ORIGINAL ? ORIGINAL_MIN_RESET : 0,
                window,
                OptionalInt.empty(),
                rules == Rules.ORIGINAL)
            .under(subject.conditions().apply(seed));
    var jobs = source.jobs().of(publishedData, seed);
    return sample(
        rules == Rules.IDEAL
            ? scenario.policy().measure(seed, () -> FluidSimulator.run(scenario.setup(table), jobs))
            : scenario.run(table, jobs, seed, SimulationObserver.none()));
  }

  /**
   * The figures of a run.
   *
   * @param result what a simulator measured
   * @return a sample
   */
  static RunFigures sample(SimulationResult result) {
    List<JobOutcome> jobs = result.measured();
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    figures.put(AVERAGE_JCT_HOURS, List.of(hours(result.averageJctSeconds())));
    figures.put(MAKESPAN_HOURS, List.of(result.makespanSeconds() / HOUR));
    figures.put(UTILIZATION, List.of(result.utilization().orElse(Double.NaN)));
    figures.put(COST, List.of(result.cost()));
    figures.put(LATE, List.of((double) result.sloViolations() / jobs.size()));
    figures.put(SATURATED, List.of(result.saturated() ? 1.0 : 0.0));
    figures.put(
        RESTARTS, List.of(jobs.stream().mapToInt(JobOutcome::restarts).average().orElse(0)));
    figures.put(EXTENDED, List.of((double) result.leaseExtensions() / result.leaseOpportunities()));
    figures.put(OVERHEAD, List.of(result.overhead()));
    figures.put(JCT_HOURS, list(jobs, job -> hours(job.jctSeconds())));
    figures.put(RHO, list(jobs, job -> job.rho().orElse(Double.NaN)));
    figures.put(WEIGHT, list(jobs, JobOutcome::weight));
    figures.put(LATENESS_HOURS, list(jobs, Simulation::lateness));
    return new RunFigures(figures);
  }

  private static List<Double> list(List<JobOutcome> jobs, ToDoubleFunction<JobOutcome> figure) {
    return jobs.stream().mapToDouble(figure).boxed().toList();
  }

  private static double lateness(JobOutcome job) {
    double late = hours(job.completionSeconds()) - hours(job.dueSeconds());
    return late < 0 ? 0 : late; // NaN stays
  }

  private static double hours(OptionalDouble seconds) {
    return seconds.orElse(Double.NaN) / HOUR;
  }
}
