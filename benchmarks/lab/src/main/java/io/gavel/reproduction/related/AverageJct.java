package io.gavel.reproduction.related;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Simulation;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;

/** Policies for the average completion time: AlloX, max-min fairness, and this library's own. */
public final class AverageJct {

  private final ExperimentScale experimentScale;
  private final ExperimentRun allox;
  private final ExperimentRun fair;
  private final ExperimentRun ours;

  private AverageJct(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    Workload load = Workload.published(5.6);
    Window window = experimentScale.window(4000, 5000);
    this.allox = RunFactory.published("allox", load, window).run();
    this.fair = RunFactory.published("max_min_fairness", load, window).run();
    this.ours = RunFactory.published("average_completion_time", load, window).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new AverageJct(experimentScale).experiment();
  }

  private Experiment experiment() {
    return new Experiment(
            "average_jct",
            "Average JCT is 23.54 h under AlloX and 26.42 h under max-min fairness (single-worker"
                + " jobs, 5.6 per hour).",
            experimentScale.seeds(3),
            List.of(allox, fair, ours),
            figures())
        .noting(
            "[Average completion time](../../reference/policies/average_completion_time.md)"
                + " is this library's policy for this objective. All runs use the default rules.")
        .drawing(
            r ->
                Chart.distribution(
                    "Completion times at 5.6 jobs an hour",
                    "hours",
                    r.jctDistribution("average completion time", ours),
                    r.jctDistribution("AlloX", allox),
                    r.jctDistribution("max-min fairness", fair)));
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        ReproducedFigure.published("AlloX, average JCT, h", 23.54, r -> r.jctHours(allox)),
        ReproducedFigure.published("max-min fairness, h", 26.42, r -> r.jctHours(fair)),
        ReproducedFigure.published(
            "AlloX over max-min fairness", 23.54 / 26.42, r -> r.jctRatio(allox, fair)),
        ReproducedFigure.ours("average completion time, h", r -> r.jctHours(ours)),
        ReproducedFigure.ours("average completion time over AlloX", r -> r.jctRatio(ours, allox)),
        ReproducedFigure.ours(
            "AlloX, longest JCT, h", r -> r.meanOfLargest(allox, Simulation.JCT_HOURS)),
        ReproducedFigure.ours(
            "max-min fairness, longest JCT, h", r -> r.meanOfLargest(fair, Simulation.JCT_HOURS)),
        ReproducedFigure.ours(
            "average completion time, longest JCT, h",
            r -> r.meanOfLargest(ours, Simulation.JCT_HOURS)));
  }
}
