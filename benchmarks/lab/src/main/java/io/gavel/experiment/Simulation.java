package io.gavel.experiment;

import io.gavel.input.ClusterSpec;
import io.gavel.legacy.OriginalLoop;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.policies.model.Cluster;
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
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * A policy on a cluster with its jobs and the rules of the simulation. Immutable.
 *
 * @param policy name of the policy, with all settings that affect the result
 * @param choice creates the policy for a seed
 * @param cluster {@code TYPE=N,...}
 * @param source the source of jobs
 * @param window the measured jobs
 * @param rules the rules of the simulation
 * @param rounds length of a round and cost of moves; ignored by the ideal rules
 * @param subject other conditions of the run; only for the default rules
 */
public record Simulation(
    String policy,
    Chooser choice,
    String cluster,
    JobSource source,
    Window window,
    Rules rules,
    RoundOptions rounds,
    Subject subject)
    implements ExperimentRun {

  /**
   * Other conditions of the runs.
   *
   * @param words a description with all settings that affect the result; empty for none
   * @param conditions the conditions for a seed
   */
  public record Subject(String words, LongFunction<RunConditions> conditions) {

    private static final Subject NOTHING = new Subject("", seed -> RunConditions.NONE);
  }

  /** Creates the policy of a run. */
  @FunctionalInterface
  public interface Chooser {

    /**
     * Creates a policy.
     *
     * @param table throughputs
     * @param cluster the worker types, in the order in which the policy will see them
     * @param seed seed of the run
     * @return the policy, for this run only
     */
    PolicyChoice choose(ThroughputTable table, Cluster cluster, long seed);
  }

  /** Average completion time of the measured jobs that completed. */
  public static final String AVERAGE_JCT_HOURS = "avg_jct_h";

  /** 1 if the run was aborted. */
  public static final String SATURATED = "saturated";

  /** Completion times of the measured jobs, by arrival; NaN for jobs that did not complete. */
  public static final String JCT_HOURS = "jct_h";

  private static final double HOUR = 3600;
  private static final double ORIGINAL_MIN_RESET = 1920;

  /**
   * Creates a simulation by the default rules with rounds of six minutes.
   *
   * @param policy name of the policy, with all settings that affect the result
   * @param choice creates the policy for a seed
   * @param cluster {@code TYPE=N,...}
   * @param source the source of jobs
   * @param window the measured jobs
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
   * Returns a copy with other rules.
   *
   * @param other the rules
   * @return a copy
   */
  public Simulation by(Rules other) {
    return new Simulation(policy, choice, cluster, source, window, other, rounds, subject);
  }

  /**
   * Returns a copy with other rounds.
   *
   * @param other length of a round and cost of moves
   * @return a copy
   */
  public Simulation with(RoundOptions other) {
    return new Simulation(policy, choice, cluster, source, window, rules, other, subject);
  }

  /**
   * Returns a copy under other conditions.
   *
   * @param other the conditions
   * @return a copy
   */
  public Simulation under(Subject other) {
    return new Simulation(policy, choice, cluster, source, window, rules, rounds, other);
  }

  @Override
  public String id() {
    RoundOptions usual = new RoundOptions(rounds.roundSeconds()).withOverhead(rounds.overhead());
    return "%s on %s, %s, %s to %s, %s rules, rounds of %s s%s%s%s"
        .formatted(
            policy,
            cluster,
            source.words(),
            window.from(),
            window.isEverything() ? "the last" : window.to(),
            rules,
            rounds.roundSeconds(),
            rounds.overhead().equals(Overhead.none()) ? "" : ", " + rounds.overhead(),
            rounds.equals(usual) ? "" : ", " + rounds,
            subject.words().isEmpty() ? "" : ", " + subject.words());
  }

  @Override
  public RunFigures run(PublishedData publishedData, long seed) {
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
                rules)
            .under(subject.conditions().apply(seed));
    var jobs = source.jobs().of(publishedData, seed);
    return sample(scenario.run(table, jobs, seed, SimulationObserver.none()));
  }

  /**
   * Returns the figures of a result.
   *
   * <ul>
   *   <li>{@code makespan_h}: from the first arrival to the last completion.
   *   <li>{@code utilization}: busy worker time as a fraction of all worker time.
   *   <li>{@code cost}: price of the busy time, in USD.
   *   <li>{@code late}: fraction of the measured jobs that missed their deadline.
   *   <li>{@code restarts}: average number of moves of a measured job to other workers.
   *   <li>{@code extended}: extended leases as a fraction of the leases that could have been
   *       extended.
   *   <li>{@code overhead}: time spent on saving and loading jobs as a fraction of lease time.
   *   <li>{@code max_jct_h}: longest completion time of the measured jobs that completed.
   *   <li>{@code max_rho}: largest ρ of the measured jobs as defined by Themis.
   *   <li>{@code avg_jct_h_weight_1}: average completion time of the measured jobs of weight 1 that
   *       completed.
   *   <li>{@code avg_jct_h_more_weight}: average completion time of the measured jobs of more
   *       weight that completed.
   *   <li>{@code late_half_an_hour}: fraction of the measured jobs that completed more than half an
   *       hour after their deadline.
   * </ul>
   *
   * @param result the measurements of a simulator
   * @return the figures
   */
  static RunFigures sample(SimulationResult result) {
    List<JobOutcome> jobs = result.measured();
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    figures.put(AVERAGE_JCT_HOURS, List.of(hours(result.averageJctSeconds())));
    figures.put("makespan_h", List.of(result.makespanSeconds() / HOUR));
    figures.put("utilization", List.of(result.utilization().orElse(Double.NaN)));
    figures.put("cost", List.of(result.cost()));
    figures.put("late", List.of((double) result.sloViolations() / jobs.size()));
    figures.put(SATURATED, List.of(result.saturated() ? 1.0 : 0.0));
    figures.put(
        "restarts", List.of(jobs.stream().mapToInt(JobOutcome::restarts).average().orElse(0)));
    figures.put(
        "extended", List.of((double) result.leaseExtensions() / result.leaseOpportunities()));
    figures.put("overhead", List.of(result.overhead()));
    figures.put(JCT_HOURS, list(jobs, job -> hours(job.jctSeconds())));
    figures.put("max_jct_h", List.of(largest(jobs, job -> hours(job.jctSeconds()))));
    figures.put("max_rho", List.of(largest(jobs, job -> job.rho().orElse(Double.NaN))));
    figures.put("avg_jct_h_weight_1", List.of(jct(jobs, job -> job.weight() <= 1)));
    figures.put("avg_jct_h_more_weight", List.of(jct(jobs, job -> job.weight() > 1)));
    figures.put(
        "late_half_an_hour",
        List.of((double) jobs.stream().filter(Simulation::isFarTooLate).count() / jobs.size()));
    return new RunFigures(figures);
  }

  private static List<Double> list(List<JobOutcome> jobs, ToDoubleFunction<JobOutcome> figure) {
    return jobs.stream().mapToDouble(figure).boxed().toList();
  }

  private static double largest(List<JobOutcome> jobs, ToDoubleFunction<JobOutcome> figure) {
    return jobs.stream()
        .mapToDouble(figure)
        .filter(value -> !Double.isNaN(value))
        .max()
        .orElse(Double.NaN);
  }

  private static double jct(List<JobOutcome> jobs, Predicate<JobOutcome> condition) {
    return jobs.stream()
        .filter(condition)
        .mapToDouble(job -> hours(job.jctSeconds()))
        .filter(value -> !Double.isNaN(value))
        .average()
        .orElse(Double.NaN);
  }

  private static boolean isFarTooLate(JobOutcome job) {
    return hours(job.completionSeconds()) - hours(job.dueSeconds()) > 0.5;
  }

  private static double hours(OptionalDouble seconds) {
    return seconds.orElse(Double.NaN) / HOUR;
  }
}
