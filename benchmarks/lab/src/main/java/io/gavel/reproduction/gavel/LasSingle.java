package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Rules;
import io.gavel.experiment.RunSeries;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Max-min fairness (LAS) of single-worker jobs, at several loads. */
public final class LasSingle {

  private static final String MAX_MIN = "max_min_fairness";
  private static final List<Double> RATES = List.of(4.8, 5.6);

  private final ExperimentScale experimentScale;
  private final Window window;
  private final AwareAndBlind original;
  private final AwareAndBlind ours;
  private final ExperimentRun at60;
  private final ExperimentRun batch;
  private final RunSeries aware;
  private final RunSeries blind;

  private LasSingle(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    this.window = experimentScale.window(4000, 5000);
    Workload load = Workload.published(5.6);
    this.original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    this.ours = AwareAndBlind.of(MAX_MIN, load, window, Rules.DEFAULT);
    this.at60 = at(MAX_MIN, 6.0);
    JobSource few = JobSource.of(Workload.published(0), 50);
    this.batch =
        RunFactory.of(MAX_MIN, RunFactory.CLUSTER, few, Window.ALL).by(Rules.ORIGINAL).run();
    this.aware = RunSeries.of(RATES, rate -> at(MAX_MIN, rate));
    this.blind = RunSeries.of(RATES, rate -> at(MAX_MIN + "_agnostic", rate));
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new LasSingle(experimentScale).experiment();
  }

  private ExperimentRun at(String key, double rate) {
    return RunFactory.published(key, Workload.published(rate), window).run();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs =
        new ArrayList<>(List.of(original.aware(), original.blind(), at60, batch));
    runs.addAll(aware.runs());
    runs.addAll(blind.runs());
    List<ReproducedFigure> figures =
        new ArrayList<>(AwareAndBlind.comparison(original, ours, 26.42, 91.29));
    figures.add(
        ReproducedFigure.published(
                "aware, 50 jobs at once, seed 0, average JCT, h (a fork's regression test)",
                57171.41 / 3600,
                r -> r.jctHours(batch))
            .ofOneSeed());
    return new Experiment(
            "las_single",
            "Heterogeneity-aware max-min fairness has 3.5 times shorter completion times"
                + " (single-worker jobs, 5.6 per hour).",
            experimentScale.seeds(3),
            runs,
            figures)
        .drawing(this::byLoad)
        .drawing(
            r ->
                Chart.distribution(
                    "Completion times at 5.6 jobs an hour",
                    "hours",
                    r.jctDistribution("aware", ours.aware()),
                    r.jctDistribution("agnostic", ours.blind())));
  }

  private Chart byLoad(Results results) {
    return Chart.of(
        "Average completion time by load, by default rules",
        "jobs an hour",
        "hours",
        aware.and(6.0, at60).averageJct("aware, here", results),
        blind.averageJct("agnostic, here", results),
        Chart.Line.of(
            "aware, published",
            List.of(4.0, 4.8, 5.2, 5.6, 6.0),
            List.of(16.26, 18.02, 20.52, 26.42, 37.64)),
        Chart.Line.of(
            "agnostic, published",
            List.of(4.0, 4.8, 5.2, 5.6),
            List.of(22.92, 34.75, 60.06, 91.29)));
  }
}
