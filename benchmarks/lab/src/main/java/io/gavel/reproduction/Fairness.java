package io.gavel.reproduction;

import static io.gavel.experiment.Figure.jct;
import static io.gavel.reproduction.Setups.gangs;
import static io.gavel.reproduction.Setups.singles;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Curve;
import io.gavel.experiment.Experiment.Drawing;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.policies.Policy;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Gavel's fair policies: max-min fairness, finish-time fairness, priorities, space sharing and
 * entities.
 */
final class Fairness {

  private static final String MAX_MIN = "max_min_fairness";
  private static final String FINISH_TIME = "finish_time_fairness";
  private static final String AGNOSTIC = "_agnostic";
  private static final Policy LEVEL_ONLY =
      MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);

  private final ExperimentScale scale;
  private final Setups setups;

  Fairness(ExperimentScale scale) {
    this.scale = scale;
    setups = new Setups(scale);
  }

  Experiment lasSingle() {
    Simulation aware = setups.published(MAX_MIN, singles(5.6));
    Simulation blind = setups.published(MAX_MIN + AGNOSTIC, singles(5.6));
    Simulation batch =
        Setups.of(MAX_MIN, Setups.CLUSTER, JobSource.of(singles(0), 50), Window.ALL)
            .by(Rules.ORIGINAL);
    List<Double> loads = List.of(4.8, 5.6, 6.0);
    List<Double> blindLoads = List.of(4.8, 5.6);
    Experiment experiment =
        Experiment.of(
            "las_single",
            scale.seeds(3),
            "Heterogeneity-aware max-min fairness has 3.5 times shorter completion times"
                + " (single-worker jobs, 5.6 per hour).");
    return compared(experiment, aware, blind, 26.42, 91.29)
        .rowOfFirstSeed(
            "aware, 50 jobs at once, seed 0, average JCT, h (a fork's regression test)",
            57171.41 / 3600,
            jct(batch))
        .chart(
            Drawing.of(
                "Average completion time by load, by default rules",
                "jobs an hour",
                "hours",
                Curve.jct("aware, here", loads, at(MAX_MIN, loads)),
                Curve.jct("agnostic, here", blindLoads, at(MAX_MIN + AGNOSTIC, blindLoads)),
                Curve.published(
                    "aware, published",
                    List.of(4.0, 4.8, 5.2, 5.6, 6.0),
                    List.of(16.26, 18.02, 20.52, 26.42, 37.64)),
                Curve.published(
                    "agnostic, published",
                    List.of(4.0, 4.8, 5.2, 5.6),
                    List.of(22.92, 34.75, 60.06, 91.29))))
        .chart(
            Drawing.distribution(
                "Completion times at 5.6 jobs an hour",
                "hours",
                Curve.distribution("aware", aware),
                Curve.distribution("agnostic", blind)));
  }

  private List<Simulation> at(String policy, List<Double> loads) {
    return loads.stream().map(load -> setups.published(policy, singles(load))).toList();
  }

  /** Adds average completion times by the original's rules and by the default rules. */
  private static Experiment compared(
      Experiment experiment,
      Simulation aware,
      Simulation blind,
      double publishedAware,
      double publishedBlind) {
    Figure awareJct = jct(aware.by(Rules.ORIGINAL));
    Figure blindJct = jct(blind.by(Rules.ORIGINAL));
    return experiment
        .row("aware, average JCT, h", publishedAware, awareJct)
        .row("agnostic, average JCT, h", publishedBlind, blindJct)
        .row("agnostic over aware", publishedBlind / publishedAware, blindJct.over(awareJct))
        .row("aware by default rules, average JCT, h", jct(aware))
        .row("agnostic by default rules, average JCT, h", jct(blind))
        .row("agnostic over aware by default rules", jct(blind).over(jct(aware)));
  }

  /** Adds the aware policy restricted to its level, compared with the agnostic policy. */
  private static Experiment levelOnly(
      Experiment experiment,
      String where,
      Simulation levelOnly,
      Simulation blind,
      double publishedAware,
      double publishedBlind) {
    return experiment
        .row(where + "aware, level only, h", publishedAware, jct(levelOnly))
        .row(
            where + "agnostic over aware, level only",
            publishedBlind / publishedAware,
            jct(blind.by(Rules.ORIGINAL)).over(jct(levelOnly)));
  }

  Experiment lasMulti() {
    Experiment experiment =
        Experiment.of(
                "las_multi",
                scale.seeds(3),
                "With gangs, heterogeneity-aware max-min fairness has 2.2 times shorter completion"
                    + " times (2.6 jobs per hour).")
            .noting(
                "With gangs the spread over the seeds is large. The published program leaves the"
                    + " capacity that the minimum level does not need to its solver, an"
                    + " interior-point method. This library's policies use it to maximise total"
                    + " normalised throughput; this alone shortens completion times by up to a"
                    + " quarter under the same round rules. If the capacity is not used (level"
                    + " only), the figure is close to the published one.");
    Simulation aware = setups.published(MAX_MIN, gangs(2.6));
    Simulation blind = setups.published(MAX_MIN + AGNOSTIC, gangs(2.6));
    experiment = compared(experiment, aware, blind, 32.52, 72.43);
    experiment = levelOnly(experiment, "", gangsLevelOnly(2.6), blind, 32.52, 72.43);
    experiment = gangsAt(experiment, 2.4, 26.27, 36.7);
    return gangsAt(experiment, 2.0, 18.69, 25.22);
  }

  /** Adds another load, by the original's rules only. */
  private Experiment gangsAt(
      Experiment experiment, double load, double publishedAware, double publishedBlind) {
    Simulation aware = setups.published(MAX_MIN, gangs(load)).by(Rules.ORIGINAL);
    Simulation blind = setups.published(MAX_MIN + AGNOSTIC, gangs(load)).by(Rules.ORIGINAL);
    String where = "%s jobs per hour: ".formatted(load);
    return levelOnly(
        experiment
            .row(where + "aware, h", publishedAware, jct(aware))
            .row(where + "agnostic, h", publishedBlind, jct(blind)),
        where,
        gangsLevelOnly(load),
        blind,
        publishedAware,
        publishedBlind);
  }

  private Simulation gangsLevelOnly(double load) {
    return setups.levelOnly(MAX_MIN, LEVEL_ONLY, gangs(load));
  }

  /** All published points of figures 9a and 10a. */
  Experiment lasLoads() {
    Simulation isolated = setups.published("isolated", singles(5.6)).by(Rules.ORIGINAL);
    Experiment experiment =
        Experiment.of(
                "las_loads",
                scale.seeds(1),
                "Heterogeneity-aware max-min fairness bears higher loads than agnostic max-min"
                    + " fairness, AlloX and Gandiva, and space sharing bears higher ones still.")
            .noting(
                "All points of figures 9a and 10a, one seed each; las_single, las_multi and sharing"
                    + " have three seeds of some."
                    + LoadCurve.SHARING);
    experiment =
        LoadCurve.panel(
            experiment,
            "single workers",
            new LoadCurve(
                "agnostic",
                singlesUnder(MAX_MIN + AGNOSTIC),
                List.of(4.0, 4.8, 5.2, 5.6),
                List.of(22.92, 34.75, 60.06, 91.29)),
            new LoadCurve(
                "AlloX",
                singlesUnder("allox"),
                List.of(4.8, 5.2, 5.6),
                List.of(19.92, 21.7, 23.54)),
            new LoadCurve(
                "aware",
                singlesUnder(MAX_MIN),
                List.of(4.0, 4.8, 5.2, 5.6, 6.0, 6.4),
                List.of(16.26, 18.02, 20.52, 26.42, 37.64, 54.31)));
    experiment =
        LoadCurve.panel(
            experiment,
            "single workers, sharing",
            new LoadCurve(
                "Gandiva",
                singlesUnder("gandiva"),
                List.of(4.4, 4.8, 5.2, 5.6),
                List.of(23.28, 27.61, 32.23, 39.49)),
            new LoadCurve(
                "aware",
                load -> setups.sharing(singles(load)),
                List.of(4.0, 5.6, 6.0, 6.4, 6.8, 7.2, 7.6),
                List.of(16.32, 19.08, 19.58, 20.51, 22.69, 27.8, 58.98)));
    experiment =
        LoadCurve.panel(
            experiment,
            "gangs",
            new LoadCurve(
                "agnostic",
                gangsUnder(MAX_MIN + AGNOSTIC),
                List.of(2.0, 2.2, 2.4, 2.6),
                List.of(25.22, 26.34, 36.7, 72.43)),
            new LoadCurve(
                "aware",
                gangsUnder(MAX_MIN),
                List.of(2.0, 2.2, 2.4, 2.6, 2.8),
                List.of(18.69, 20.53, 26.27, 32.52, 45.97)));
    experiment =
        LoadCurve.panel(
            experiment,
            "gangs, sharing",
            new LoadCurve(
                "Gandiva", gangsUnder("gandiva"), List.of(2.4, 2.6), List.of(35.16, 57.96)),
            new LoadCurve(
                "aware",
                load -> setups.sharing(gangs(load)),
                List.of(2.4, 2.6, 2.8),
                List.of(21.82, 25.54, 32.73)));
    String what = "single workers, %s: mean ρ at 5.6 jobs per hour";
    return experiment
        .row(what.formatted("agnostic"), 0.96, meanRho(MAX_MIN + AGNOSTIC, isolated))
        .row(what.formatted("Gandiva"), 0.54, meanRho("gandiva", isolated))
        .row(what.formatted("AlloX"), 0.28, meanRho("allox", isolated))
        .row(what.formatted("aware"), 0.37, meanRho(MAX_MIN, isolated))
        .row(
            what.formatted("aware, sharing"),
            0.26,
            rho(setups.sharing(singles(5.6)), isolated, StatUtils::mean));
  }

  private DoubleFunction<Simulation> singlesUnder(String policy) {
    return load -> setups.published(policy, singles(load)).by(Rules.ORIGINAL);
  }

  private DoubleFunction<Simulation> gangsUnder(String policy) {
    return load -> setups.published(policy, gangs(load)).by(Rules.ORIGINAL);
  }

  private Figure meanRho(String policy, Simulation isolated) {
    return rho(singlesUnder(policy).apply(5.6), isolated, StatUtils::mean);
  }

  /**
   * A statistic of the completion times divided by those of the same jobs on isolated shares, as in
   * the paper's plots.
   */
  private static Figure rho(
      Simulation run, Simulation isolated, ToDoubleFunction<double[]> statistic) {
    return Figure.quotients(run, isolated, Simulation.JCT_HOURS, statistic);
  }

  Experiment finishTimesOfGangs() {
    Simulation aware = setups.published(FINISH_TIME, gangs(2.6));
    Simulation blind = setups.published(FINISH_TIME + AGNOSTIC, gangs(2.6));
    Policy level = FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
    Simulation isolated = setups.published("isolated", gangs(2.6)).by(Rules.ORIGINAL);
    Simulation originalAware = aware.by(Rules.ORIGINAL);
    Simulation originalBlind = blind.by(Rules.ORIGINAL);
    Experiment experiment =
        Experiment.of(
                "ftf_multi",
                scale.seeds(3),
                "Heterogeneity-aware finish-time fairness has 2.2 times shorter completion times"
                    + " and a lower ρ, the completion time divided by that on an isolated share"
                    + " (gangs, 2.6 jobs per hour).")
            .noting(
                "As for las_multi, the published figures lie between those of this library and"
                    + " those of the level only. The published mean ρ and fractions are for seed 0"
                    + " only, read from a figure.");
    experiment = compared(experiment, aware, blind, 28.65, 62.09);
    experiment =
        levelOnly(
                experiment,
                "",
                setups.levelOnly(FINISH_TIME, level, gangs(2.6)),
                blind,
                28.65,
                62.09)
            .row("aware, mean ρ", 0.79, rho(originalAware, isolated, StatUtils::mean))
            .row("agnostic, mean ρ", 1.40, rho(originalBlind, isolated, StatUtils::mean))
            .row(
                "aware, fraction of the jobs with ρ ≤ 1",
                0.88,
                rho(originalAware, isolated, Fairness::fair))
            .row(
                "agnostic, fraction of the jobs with ρ ≤ 1",
                0.16,
                rho(originalBlind, isolated, Fairness::fair))
            .because("The spread over the seeds is large; the published fraction lies within it.");
    double[][] published = {{50, 0.78, 1.23}, {90, 1.04, 2.4}, {99, 1.47, 3.32}};
    for (double[] row : published) {
      String what = "%s, %.0fth percentile of ρ";
      ToDoubleFunction<double[]> percentile = rho -> StatUtils.percentile(rho, row[0]);
      experiment =
          experiment
              .row(
                  what.formatted("aware", row[0]), row[1], rho(originalAware, isolated, percentile))
              .row(
                  what.formatted("agnostic", row[0]),
                  row[2],
                  rho(originalBlind, isolated, percentile));
    }
    return experiment.chart(
        Drawing.distribution(
            "ρ under finish-time fairness, by the original's rules",
            "completion time over that on an isolated share",
            Curve.distribution("aware", originalAware, isolated),
            Curve.distribution("agnostic", originalBlind, isolated)));
  }

  private static double fair(double[] rho) {
    return (double) Arrays.stream(rho).filter(value -> value <= 1).count() / rho.length;
  }

  /** All published points of figure 11. */
  Experiment finishTimesByLoad() {
    Experiment experiment =
        Experiment.of(
                "ftf_loads",
                scale.seeds(1),
                "Heterogeneity-aware finish-time fairness bears higher loads than the agnostic"
                    + " one.")
            .noting(
                "All points of figure 11 and of the published notebook, one seed each; ftf_multi"
                    + " has three of one load.");
    experiment =
        LoadCurve.panel(
            experiment,
            "single workers",
            new LoadCurve(
                "agnostic",
                singlesUnder(FINISH_TIME + AGNOSTIC),
                List.of(5.2, 5.6, 6.0),
                List.of(60.47, 83.22, 106.0)),
            new LoadCurve(
                "aware",
                singlesUnder(FINISH_TIME),
                List.of(5.2, 5.6, 6.0, 6.4),
                List.of(21.94, 27.89, 39.27, 56.07)));
    return LoadCurve.panel(
        experiment,
        "gangs",
        new LoadCurve(
            "agnostic",
            gangsUnder(FINISH_TIME + AGNOSTIC),
            List.of(2.0, 2.4, 2.6),
            List.of(25.82, 38.15, 62.09)),
        new LoadCurve(
            "aware",
            gangsUnder(FINISH_TIME),
            List.of(2.0, 2.4, 2.6, 2.8, 3.0),
            List.of(18.63, 22.97, 28.65, 37.05, 47.87)));
  }

  Experiment priorities() {
    Workload load = gangs(2.4).withPriorities();
    Simulation aware = setups.published(MAX_MIN, load);
    Simulation blind = setups.published(MAX_MIN + AGNOSTIC, load);
    return Experiment.of(
            "priorities",
            scale.seeds(3),
            "With one fifth of the jobs at weight 5, heterogeneity awareness shortens completion"
                + " times 1.5 times for these jobs and 2.7 times for the others (gangs, 2.4 jobs"
                + " per hour).")
        .row(
            "low priority, aware, average JCT, h", 20.18, ofWeight(aware.by(Rules.ORIGINAL), false))
        .row("low priority, agnostic, h", 54.4, ofWeight(blind.by(Rules.ORIGINAL), false))
        .row("high priority, aware, h", 18.55, ofWeight(aware.by(Rules.ORIGINAL), true))
        .row("high priority, agnostic, h", 28.46, ofWeight(blind.by(Rules.ORIGINAL), true))
        .row("low priority, aware by default rules, h", ofWeight(aware, false))
        .row("high priority, aware by default rules, h", ofWeight(aware, true))
        .row(
            "low priority, agnostic over aware by default rules",
            ofWeight(blind, false).over(ofWeight(aware, false)))
        .row(
            "high priority, agnostic over aware by default rules",
            ofWeight(blind, true).over(ofWeight(aware, true)));
  }

  /** The average completion time of the jobs with a weight above 1, or of the other jobs. */
  private static Figure ofWeight(Simulation run, boolean high) {
    return Figure.mean(
        run,
        figures -> {
          List<Double> weight = figures.list(Simulation.WEIGHT);
          List<Double> jct = figures.list(Simulation.JCT_HOURS);
          return IntStream.range(0, jct.size())
              .filter(m -> weight.get(m) > 1 == high && !Double.isNaN(jct.get(m)))
              .mapToDouble(jct::get)
              .average()
              .orElse(Double.NaN);
        });
  }

  Experiment sharing() {
    List<Double> loads = List.of(5.6, 7.2);
    List<Double> published = List.of(19.08, 27.8);
    List<Simulation> single = loads.stream().map(load -> setups.sharing(singles(load))).toList();
    Simulation levelOnly =
        Setups.sharing(
            "max_min_fairness_packed, level only",
            LEVEL_ONLY,
            scale.jobs(gangs(2.6), setups.window()),
            setups.window());
    String what = "single-worker jobs, %s per hour, average JCT, h";
    return Experiment.of(
            "sharing",
            scale.seeds(3),
            "With space sharing, 7.2 jobs per hour have the completion times of 5.6 jobs per hour"
                + " without it.")
        .noting(
            "By the default rules, because the original's rules account for the time of pairs"
                + " incorrectly. As in las_multi, capacity that the level does not need maximises"
                + " total throughput; if it is not used (level only), gangs take longer than"
                + " published.")
        .row(what.formatted(loads.get(0)), published.get(0), jct(single.get(0)))
        .row(what.formatted(loads.get(1)), published.get(1), jct(single.get(1)))
        .row("gangs, 2.6 per hour, average JCT, h", 25.54, jct(setups.sharing(gangs(2.6))))
        .row("gangs, 2.6 per hour, level only, h", 25.54, jct(levelOnly))
        .chart(
            Drawing.of(
                "Average completion time by load, sharing workers",
                "jobs an hour",
                "hours",
                Curve.jct("ours, default rules", loads, single),
                Curve.published("published", loads, published)));
  }

  Experiment hierarchical() {
    ExperimentRun run =
        ExperimentRun.of(
            "18 jobs of three entities on 3:3:3",
            (data, seed) -> new EntityShares(data.simulated(), seed).figures());
    Figure aware = Figure.mean(run, "aware");
    Figure blind = Figure.mean(run, "agnostic");
    return Experiment.of(
            "hierarchical",
            scale.seeds(20),
            "With entities of weights 1, 2 and 3, six jobs each, on 3:3:3 workers, heterogeneity"
                + " awareness raises total normalised throughput from 9.0 to 10.46.")
        .row("aware", 10.46, aware)
        .row("agnostic", 9.0, blind)
        .row("aware over agnostic", 10.46 / 9.0, aware.over(blind))
        .row(
            "entity of weight 3 over that of weight 1, all jobs there",
            EntityShares.last(run, 3).over(EntityShares.last(run, 1)))
        .row("jobs of weight 2 over those of weight 1 inside entities", Figure.mean(run, "inside"))
        .chart(EntityShares.drawing("Entities that share fairly inside", run, Discipline.FAIRNESS))
        .chart(EntityShares.drawing("Entities with FIFO inside", run, Discipline.FIFO))
        .noting(
            "Jobs arrive one by one, those of the entity of weight 1 first, one every four steps."
                + " The pictures show each entity's part of the total normalised throughput, on"
                + " average over the seeds. An entity alone has all of it. A new one has less than"
                + " its weight calls for until it has enough jobs to use more; with all jobs there,"
                + " parts are as 1 to 2 to 3.");
  }
}
