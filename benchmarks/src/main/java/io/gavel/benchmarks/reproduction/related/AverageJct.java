package io.gavel.benchmarks.reproduction.related;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;

/** Policies for the average completion time: AlloX, max-min fairness, and this library's own. */
public final class AverageJct {

  private final Size size;
  private final Arm allox;
  private final Arm fair;
  private final Arm ours;

  private AverageJct(Size size) {
    this.size = size;
    Workload load = Workload.published(5.6);
    Window window = size.window(4000, 5000);
    this.allox = Arms.published("allox", load, window).arm();
    this.fair = Arms.published("max_min_fairness", load, window).arm();
    this.ours = Arms.published("average_completion_time", load, window).arm();
  }

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    return new AverageJct(size).experiment();
  }

  private Experiment experiment() {
    return new Experiment(
            "average_jct",
            "AlloX: 23.54 h at 5.6 jobs an hour (one-worker jobs), max-min fairness 26.42 h.",
            size.seeds(3),
            List.of(allox, fair, ours),
            figures())
        .noting(
            "[Average completion time](../../reference/policies/average_completion_time.md)"
                + " is this library's policy for the purpose. All by the default rules.")
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
