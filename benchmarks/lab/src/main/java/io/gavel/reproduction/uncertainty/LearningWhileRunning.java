package io.gavel.reproduction.uncertainty;

import io.gavel.catalog.RunFactory;
import io.gavel.estimator.throughput.ReportRules;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Learning;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** Policies that learn throughputs while jobs run, and how well intervals are calibrated. */
public final class LearningWhileRunning {

  private static final int REFERENCES = 16;
  private static final Learning.Drift DRIFT = new Learning.Drift(1e6, 0.5);
  private static final int LIARS = 10; // every tenth job
  private static final double LIE = 10;

  private LearningWhileRunning() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    ExperimentRun gavel = Calibration.run("Gavel's table", false, RateTable::gavel);
    ExperimentRun byJob = Calibration.run("Sia's table", false, RateTable::sia);
    ExperimentRun byFamily = Calibration.run("Sia's table", true, RateTable::sia);
    runs.addAll(List.of(gavel, byJob, byFamily));
    figures.addAll(Calibration.figures("Gavel's table", 3, gavel));
    figures.addAll(Calibration.figures("Sia's table, as single jobs", 5, byJob));
    figures.addAll(Calibration.figures("Sia's table, by families", 5, byFamily));
    Window window = experimentScale.window(200, 300);
    JobSource jobs = JobSource.endless(Workload.published(0.541));
    Simulation known = RunFactory.of("max_min_fairness", RunFactory.SMALL, jobs, window);
    ExperimentRun told = known.run();
    runs.add(told);
    for (int measured : new int[] {0, 1, 2}) {
      for (double share : new double[] {0, 0.05}) {
        ExperimentRun run =
            learning(
                known,
                "%s types measured, exploring %s".formatted(measured, share),
                seed -> standard(seed).measuring(measured).exploring(share));
        runs.add(run);
        figures.add(
            ReproducedFigure.ours(
                "learning, %s of 3 types measured, %s %% explored: average JCT over that of known"
                        .formatted(measured, Math.round(100 * share))
                    + " throughputs",
                r -> r.jctRatio(run, told)));
      }
    }
    ExperimentRun heard = learning(known, "with a drift", seed -> standard(seed).with(DRIFT));
    ExperimentRun unheard =
        learning(known, "with a drift that is not heard", LearningWhileRunning::deaf);
    ExperimentRun honest = learning(known, "all honest", LearningWhileRunning::standard);
    ExperimentRun lying = learning(known, "liars", seed -> standard(seed).lying(liars(window)));
    runs.addAll(List.of(heard, unheard, honest, lying));
    figures.add(
        ReproducedFigure.ours(
            "half as fast on one type each: average JCT over that of a policy that does not hear of"
                + " it",
            r -> r.jctRatio(heard, unheard)));
    figures.add(
        ReproducedFigure.ours(
            "every tenth job reports ten times its throughput: JCT of liars over that if honest",
            r -> ratio(r, lying, honest, true)));
    figures.add(
        ReproducedFigure.ours(
            "every tenth job reports ten times its throughput: JCT of honest jobs over that without"
                + " liars",
            r -> ratio(r, lying, honest, false)));
    return new Experiment(
            "learning",
            "A policy that learns throughputs from what jobs report comes close to one that knows"
                + " them, follows drift, and gives liars no advantage (4:4:4 workers, 0.541 jobs"
                + " per hour, 16 reference types).",
            experimentScale.seeds(20),
            runs,
            figures)
        .noting(
            "Intervals are those of one throughput; Sia's new jobs are of applications that no "
                + "reference has, so that its references are fewer than they seem. Reports have 3 "
                + "% noise. Drift begins after 278 h.");
  }

  private static ExperimentRun learning(
      Simulation known, String words, LongFunction<Learning> how) {
    return known
        .under(
            new Simulation.Subject(
                "throughputs learnt, " + words, seed -> RunConditions.NONE.with(how.apply(seed))))
        .run();
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

  /** The completion times of liars or of all others, relative to another run of the same jobs. */
  private static double ratio(
      Results results, ExperimentRun lying, ExperimentRun honest, boolean liars) {
    double sum = 0;
    double other = 0;
    for (int seed = 0; seed < results.seeds(); seed++) {
      List<Double> these = results.of(lying).get(seed).list(Simulation.JCT_HOURS);
      List<Double> those = results.of(honest).get(seed).list(Simulation.JCT_HOURS);
      for (int i = 0; i < these.size(); i++) {
        if ((i % LIARS == 0) == liars) {
          sum += these.get(i);
          other += those.get(i);
        }
      }
    }
    return sum / other;
  }
}
