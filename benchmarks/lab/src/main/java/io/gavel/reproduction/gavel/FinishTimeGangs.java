package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;

/** Finish-time fairness of gangs. */
public final class FinishTimeGangs {

  private static final String KEY = "finish_time_fairness";

  private final ExperimentScale experimentScale;
  private final AwareAndBlind original;
  private final AwareAndBlind ours;
  private final ExperimentRun levelOnly;
  private final ExperimentRun isolated;

  private FinishTimeGangs(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    Workload load = Workload.published(2.6).withGangs();
    Window window = experimentScale.window(4000, 5000);
    this.original = AwareAndBlind.of(KEY, load, window, Rules.ORIGINAL);
    this.ours = AwareAndBlind.of(KEY, load, window, Rules.DEFAULT);
    this.levelOnly = RunFactory.levelOnly(KEY, JobSource.endless(load), window).run();
    this.isolated = RunFactory.published("isolated", load, window).by(Rules.ORIGINAL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new FinishTimeGangs(experimentScale).experiment();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>(AwareAndBlind.runs(original, ours));
    runs.addAll(List.of(levelOnly, isolated));
    return new Experiment(
            "ftf_multi",
            "Heterogeneity-aware finish-time fairness has 2.2 times shorter completion times and a"
                + " lower ρ, the completion time divided by that on an isolated share (gangs, 2.6"
                + " jobs per hour).",
            experimentScale.seeds(3),
            runs,
            figures())
        .noting(
            "As for las_multi, the published figures lie between those of this library and those of"
                + " the level only. The published mean ρ and fractions are for seed 0 only, read"
                + " from a figure.")
        .drawing(
            r ->
                Chart.distribution(
                    "ρ under finish-time fairness, by the original's rules",
                    "completion time over that on an isolated share",
                    Chart.Line.cdf("aware", rho(r, original.aware())),
                    Chart.Line.cdf("agnostic", rho(r, original.blind()))));
  }

  private List<ReproducedFigure> figures() {
    List<ReproducedFigure> figures =
        new ArrayList<>(AwareAndBlind.comparison(original, ours, 28.65, 62.09));
    figures.addAll(AwareAndBlind.levelOnly("", levelOnly, original.blind(), 28.65, 62.09));
    figures.add(
        ReproducedFigure.published(
            "aware, mean ρ", 0.79, r -> StatUtils.mean(rho(r, original.aware()))));
    figures.add(
        ReproducedFigure.published(
            "agnostic, mean ρ", 1.40, r -> StatUtils.mean(rho(r, original.blind()))));
    figures.add(
        ReproducedFigure.published(
            "aware, fraction of the jobs with ρ ≤ 1", 0.88, r -> fair(rho(r, original.aware()))));
    figures.add(
        ReproducedFigure.published(
                "agnostic, fraction of the jobs with ρ ≤ 1",
                0.16,
                r -> fair(rho(r, original.blind())))
            .because("The spread over the seeds is large; the published fraction lies within it."));
    figures.addAll(percentiles("aware", original.aware(), 0.78, 1.04, 1.47));
    figures.addAll(percentiles("agnostic", original.blind(), 1.23, 2.4, 3.32));
    return figures;
  }

  private List<ReproducedFigure> percentiles(
      String who, ExperimentRun run, double p50, double p90, double p99) {
    return Map.of(50, p50, 90, p90, 99, p99).entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            p ->
                ReproducedFigure.published(
                    "%s, %sth percentile of ρ".formatted(who, p.getKey()),
                    p.getValue(),
                    r -> StatUtils.percentile(rho(r, run), p.getKey())))
        .toList();
  }

  /**
   * Completion times divided by those of the same jobs on isolated shares, as in the paper's plots.
   */
  private double[] rho(Results results, ExperimentRun experimentRun) {
    return results.quotients(experimentRun, isolated, Simulation.JCT_HOURS);
  }

  private static double fair(double[] rho) {
    return StatUtils.mean(Arrays.stream(rho).map(value -> value <= 1 ? 1 : 0).toArray());
  }
}
