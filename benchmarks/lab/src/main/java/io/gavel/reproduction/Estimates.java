package io.gavel.reproduction;

import static io.gavel.experiment.Figure.jct;
import static io.gavel.experiment.Figure.mean;
import static io.gavel.reproduction.Setups.singles;

import io.gavel.catalog.MethodCatalog;
import io.gavel.estimator.throughput.ReportRules;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.Figure;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.Learning;
import io.gavel.simulator.Learning.Drift;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.Window;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Policies that decide with estimated throughputs, of pairs of jobs and of jobs alone. */
final class Estimates {

  private static final String SHARING = "max_min_fairness_packed";
  private static final int REFERENCES = 16;
  private static final Drift DRIFT = new Drift(1e6, 0.5);
  private static final int LIARS = 10; // every tenth job
  private static final double LIE = 10;

  private final ExperimentScale scale;

  Estimates(ExperimentScale scale) {
    this.scale = scale;
  }

  private static Simulation of(String policy, double load, Window window) {
    return Setups.of(policy, Setups.SMALL, JobSource.endless(singles(load)), window);
  }

  /** One fifth of the rates with reference job types is measured and the others are estimated. */
  Experiment pairs() {
    Window window = scale.window(1000, 1300);
    // All pairs are listed: to an estimator, each job has a type of its own.
    Simulation known = of(SHARING, 0.595, window);
    Figure alone = jct(of("max_min_fairness", 0.595, window));
    Figure estimated = jct(known.under(estimating("standard")));
    Figure asPublished = jct(known.under(estimating("fingerprint")));
    return Experiment.of(
            "estimator",
            scale.seeds(10),
            "Average JCT is 22.1 h with estimated pair throughputs, 19.8 h with known ones, and"
                + " 33.9 h without sharing (4:4:4 workers, 0.595 jobs per hour, 16 reference types,"
                + " one fifth measured).")
        .noting(
            "At this load the twelve workers are close to saturation, so seeds differ much. The low"
                + " cost of estimation shows in every seed.")
        .row("alone, average JCT, h", 33.91, alone)
        .because(
            "The differences between seeds are large; the mean over twenty seeds matches the"
                + " published one, see [estimator_alone](estimator_alone.md).")
        .row("sharing, known, h", 19.76, jct(known))
        .row("sharing, estimated, h", 22.06, estimated)
        .row("estimated over known", 22.06 / 19.76, estimated.over(jct(known)))
        .row(
            "estimated by the published method over known",
            22.06 / 19.76,
            asPublished.over(jct(known)))
        .row("alone over estimated", alone.over(estimated));
  }

  /** Estimates pairs as published: 16 reference types, one fifth of the rates measured. */
  private static Simulation.Subject estimating(String method) {
    return new Simulation.Subject(
        "pairs estimated by %s from %s types, %s measured"
            .formatted(method, Estimation.PUBLISHED_REFERENCES, Estimation.PUBLISHED_PROFILE),
        seed ->
            RunConditions.NONE.with(
                new Estimation(
                    MethodCatalog.entry("method", method).method(),
                    Estimation.PUBLISHED_REFERENCES,
                    Estimation.PUBLISHED_PROFILE,
                    seed)));
  }

  Experiment alone() {
    Window window = scale.window(1000, 1300);
    return Experiment.of(
            "estimator_alone",
            scale.seeds(20),
            "Without sharing, average JCT is 23.6 h at 0.541 jobs per hour and 33.9 h at 0.595"
                + " (4:4:4 workers).")
        .row(
            "0.541 jobs per hour, average JCT, h",
            23.62,
            jct(of("max_min_fairness", 0.541, window)))
        .row(
            "0.595 jobs per hour, average JCT, h",
            33.91,
            jct(of("max_min_fairness", 0.595, window)));
  }

  Experiment uncertainty() {
    Experiment experiment =
        Experiment.of(
                "uncertainty",
                scale.seeds(20),
                "Ten new jobs, each measured on two worker types and estimated on the others from"
                    + " earlier jobs, compete for six workers of Gavel's three types, five of Sia's"
                    + " five, or eight of a synthetic table's four.")
            .noting(
                "Sia's new jobs are of applications that no reference has; intervals follow from"
                    + " the errors of whole families. At the estimates 17 to 44 % of the promises"
                    + " are broken, at the lower ends of 90 % intervals less than 1 %. Robust"
                    + " decisions cost 1 to 5 % of the mean level. The smallest level rises where"
                    + " estimates are worst, and falls on the other tables; it is below that of"
                    + " full knowledge in every way, because equal shares are computed from"
                    + " estimates, too.");
    experiment = promises(experiment, "Gavel's table", RateTable::gavel);
    experiment = promises(experiment, "Sia's table", RateTable::sia);
    experiment = promises(experiment, "synthetic table", data -> RateTable.synthetic());
    Simulation known = of(SHARING, 0.595, scale.window(200, 300));
    Map<String, String> methods = new LinkedHashMap<>();
    methods.put("fingerprint", "the method of the paper");
    methods.put("matrix_factorization_published", "the matrix factorisation of the original");
    methods.put("standard", "the standard method");
    for (Map.Entry<String, String> method : methods.entrySet()) {
      experiment =
          experiment.row(
              "pairs by %s: average JCT over that of known pairs".formatted(method.getValue()),
              jct(known.under(estimating(method.getKey()))).over(jct(known)));
    }
    return experiment;
  }

  private static Experiment promises(
      Experiment experiment, String name, Function<PublishedData, RateTable> table) {
    ExperimentRun run = Promises.run(name, table);
    Experiment longer = experiment;
    for (String way : Promises.ways()) {
      String what = name + ", " + way + ": ";
      longer =
          longer
              .row(what + "broken promises, %", mean(run, way + " broken"))
              .row(what + "promised over full knowledge, mean level", mean(run, way + " promised"))
              .row(what + "realised over full knowledge, mean level", mean(run, way + " realised"))
              .row(what + "realised over full knowledge, smallest", mean(run, way + " smallest"));
    }
    return longer;
  }

  /** Policies that learn throughputs while jobs run, and how well intervals are calibrated. */
  Experiment learning() {
    Window window = scale.window(200, 300);
    Simulation told = of("max_min_fairness", 0.541, window);
    Experiment experiment =
        Experiment.of(
                "learning",
                scale.seeds(20),
                "A policy that learns throughputs from what jobs report comes close to one that"
                    + " knows them, follows drift, and gives liars no advantage (4:4:4 workers,"
                    + " 0.541 jobs per hour, 16 reference types).")
            .noting(
                "Intervals are those of one throughput; Sia's new jobs are of applications that no"
                    + " reference has, so that its references are fewer than they seem. Reports"
                    + " have 3 % noise. Drift begins after 278 h.");
    experiment =
        calibrated(
            experiment,
            "Gavel's table",
            3,
            Calibration.run("Gavel's table", false, RateTable::gavel));
    experiment =
        calibrated(
            experiment,
            "Sia's table, as single jobs",
            5,
            Calibration.run("Sia's table", false, RateTable::sia));
    experiment =
        calibrated(
            experiment,
            "Sia's table, by families",
            5,
            Calibration.run("Sia's table", true, RateTable::sia));
    for (int measured : new int[] {0, 1, 2}) {
      for (double share : new double[] {0, 0.05}) {
        Simulation run =
            learning(
                told,
                "%s types measured, exploring %s".formatted(measured, share),
                seed -> standard(seed).measuring(measured).exploring(share));
        experiment =
            experiment.row(
                "learning, %s of 3 types measured, %s %% explored: average JCT over that of known throughputs"
                    .formatted(measured, Math.round(100 * share)),
                jct(run).over(jct(told)));
      }
    }
    Simulation heard = learning(told, "with a drift", seed -> standard(seed).with(DRIFT));
    Simulation unheard = learning(told, "with a drift that is not heard", Estimates::deaf);
    Simulation honest = learning(told, "all honest", Estimates::standard);
    Simulation lying = learning(told, "liars", seed -> standard(seed).lying(liars(window)));
    return experiment
        .row(
            "half as fast on one type each: average JCT over that of a policy that does not hear of"
                + " it",
            jct(heard).over(jct(unheard)))
        .row(
            "every tenth job reports ten times its throughput: JCT of liars over that if honest",
            ratio(lying, honest, true))
        .row(
            "every tenth job reports ten times its throughput: JCT of honest jobs over that without"
                + " liars",
            ratio(lying, honest, false));
  }

  private static Experiment calibrated(
      Experiment experiment, String name, int types, ExperimentRun run) {
    Experiment longer = experiment;
    for (int measured = 0; measured < types; measured++) {
      String what = "%s, %s of %s types measured: ".formatted(name, measured, types);
      longer =
          longer
              .row(
                  what + "within intervals of 80 %, %",
                  mean(run, Calibration.within(measured, 0.8)))
              .row(
                  what + "within intervals of 90 %, %",
                  mean(run, Calibration.within(measured, 0.9)))
              .row(what + "RMSE of the logarithm", mean(run, Calibration.error(measured)));
    }
    return longer;
  }

  private static Simulation learning(Simulation known, String words, LongFunction<Learning> how) {
    return known.under(
        new Simulation.Subject(
            "throughputs learnt, " + words, seed -> RunConditions.NONE.with(how.apply(seed))));
  }

  private static Learning standard(long seed) {
    return Learning.standard(Double.POSITIVE_INFINITY, REFERENCES, seed);
  }

  /** Knows all types by measurements, and hears no reports. */
  private static Learning deaf(long seed) {
    ReportRules rules =
        new ReportRules(0.03, 1000, 0.95, Double.POSITIVE_INFINITY, Integer.MAX_VALUE);
    return new Learning(rules, REFERENCES, 3, 0, 0.02, Optional.of(DRIFT), Map.of(), seed);
  }

  private static Map<String, Double> liars(Window window) {
    Map<String, Double> lies = new HashMap<>();
    for (int job = window.from(); job < window.to(); job += LIARS) {
      lies.put(String.valueOf(job), LIE);
    }
    return lies;
  }

  /** The completion times of liars, or of the honest jobs, relative to a run without lies. */
  private static Figure ratio(Simulation lying, Simulation honest, boolean liars) {
    return new Figure(
        List.of(lying, honest),
        results -> sum(results, lying, liars) / sum(results, honest, liars));
  }

  private static double sum(Results results, Simulation run, boolean liars) {
    double sum = 0;
    for (RunFigures figures : results.of(run)) {
      List<Double> jct = figures.list(Simulation.JCT_HOURS);
      for (int i = 0; i < jct.size(); i++) {
        sum += (i % LIARS == 0) == liars ? jct.get(i) : 0;
      }
    }
    return sum;
  }
}
