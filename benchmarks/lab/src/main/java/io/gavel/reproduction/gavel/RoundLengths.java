package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Rules;
import io.gavel.experiment.RunSeries;
import io.gavel.experiment.Simulation;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rounds of several lengths compared with an ideal cluster without rounds. */
public final class RoundLengths {

  private static final List<Double> LENGTHS = List.of(360.0, 720.0, 1440.0, 2880.0);
  private static final List<Double> PUBLISHED = List.of(37.64, 38.23, 43.2, 89.94);

  private RoundLengths() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Window window = experimentScale.window(4000, 5000);
    Simulation base = RunFactory.published("max_min_fairness", Workload.published(6.0), window);
    ExperimentRun ideal = base.by(Rules.IDEAL).run();
    ExperimentRun ours = base.run();
    RunSeries original =
        RunSeries.of(
            LENGTHS, length -> base.by(Rules.ORIGINAL).with(new RoundOptions(length)).run());
    ExperimentRun shortest = original.runs().get(0);
    List<ReproducedFigure> figures =
        new ArrayList<>(original.averageJct("average JCT, rounds of %.0f s, h", PUBLISHED));
    figures.add(ReproducedFigure.published("average JCT, ideal, h", 39.73, r -> r.jctHours(ideal)));
    figures.add(
        ReproducedFigure.published(
            "rounds of 360 s over ideal", 37.64 / 39.73, r -> r.jctRatio(shortest, ideal)));
    figures.add(
        ReproducedFigure.ours(
            "average JCT by default rules, rounds of 360 s, h", r -> r.jctHours(ours)));
    figures.add(ReproducedFigure.ours("default rules over ideal", r -> r.jctRatio(ours, ideal)));
    return new Experiment(
            "ideal",
            "Rounds of six minutes are as good as an ideal cluster without rounds (single-worker"
                + " jobs, 6.0 per hour); long rounds are not.",
            experimentScale.seeds(3),
            Stream.concat(original.runs().stream(), Stream.of(ideal, ours)).toList(),
            figures)
        .drawing(r -> byLength(original, r));
  }

  private static Chart byLength(RunSeries original, Results results) {
    return new Chart(
        "Average completion time by length of a round",
        "seconds",
        "hours",
        Chart.Axes.LOGARITHMIC_X,
        List.of(
            original.averageJct("ours, original rules", results),
            Chart.Line.of("published", LENGTHS, PUBLISHED)));
  }
}
