package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.ArmSeries;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.Rules;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** Max-min fairness (LAS) of jobs on one worker, at several loads. */
public final class LasSingle {

  private static final String MAX_MIN = "max_min_fairness";
  private static final List<Double> RATES = List.of(4.8, 5.6);

  private final Size size;
  private final Window window;
  private final AwareAndBlind original;
  private final AwareAndBlind ours;
  private final Arm at60;
  private final Arm batch;
  private final ArmSeries aware;
  private final ArmSeries blind;

  private LasSingle(Size size) {
    this.size = size;
    this.window = size.window(4000, 5000);
    Workload load = Workload.published(5.6);
    this.original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    this.ours = AwareAndBlind.of(MAX_MIN, load, window, Rules.DEFAULT);
    this.at60 = at(MAX_MIN, 6.0);
    JobSource few = JobSource.of(Workload.published(0), 50);
    this.batch = Arms.of(MAX_MIN, Arms.CLUSTER, few, Window.ALL).by(Rules.ORIGINAL).arm();
    this.aware = ArmSeries.of(RATES, rate -> at(MAX_MIN, rate));
    this.blind = ArmSeries.of(RATES, rate -> at(MAX_MIN + "_agnostic", rate));
  }

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    return new LasSingle(size).experiment();
  }

  private Arm at(String key, double rate) {
    return Arms.published(key, Workload.published(rate), window).arm();
  }

  private Experiment experiment() {
    List<Arm> arms = new ArrayList<>(List.of(original.aware(), original.blind(), at60, batch));
    arms.addAll(aware.arms());
    arms.addAll(blind.arms());
    List<ReproducedFigure> figures =
        new ArrayList<>(AwareAndBlind.comparison(original, ours, 26.42, 91.29));
    figures.add(
        ReproducedFigure.published(
            "aware, 50 jobs at once, seed 0, average JCT, h (a fork's regression test)",
            57171.41 / 3600,
            r -> r.ofSeed(0).jctHours(batch)));
    return new Experiment(
            "las_single",
            "Heterogeneity-aware max-min fairness shortens completion times 3.5 times (one-worker"
                + " jobs, 5.6 an hour).",
            size.seeds(3),
            arms,
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
        "Average completion time by load",
        "jobs an hour",
        "hours",
        aware.and(6.0, at60).averageJct("aware, default rules", results),
        blind.averageJct("agnostic, default rules", results),
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
