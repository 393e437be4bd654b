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
  private static final List<Double> LENGTHS_AT_64 = LENGTHS.subList(0, 3);
  private static final List<Double> PUBLISHED_AT_64 = List.of(54.31, 64.16, 110.0);

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
    RunSeries at64 = RunSeries.of(LENGTHS_AT_64, length -> originalAt64(window, length));
    RunSeries idealByLoad =
        RunSeries.of(
            List.of(5.6, 6.4),
            load ->
                RunFactory.published("max_min_fairness", Workload.published(load), window)
                    .by(Rules.IDEAL)
                    .run());
    List<ReproducedFigure> figures =
        new ArrayList<>(original.averageJct("average JCT, rounds of %.0f s, h", PUBLISHED));
    figures.add(ReproducedFigure.published("average JCT, ideal, h", 39.73, r -> r.jctHours(ideal)));
    figures.add(
        ReproducedFigure.published(
            "rounds of 360 s over ideal", 37.64 / 39.73, r -> r.jctRatio(shortest, ideal)));
    figures.addAll(
        at64.averageJct("6.4 per hour: average JCT, rounds of %.0f s, h", PUBLISHED_AT_64));
    figures.addAll(
        idealByLoad.averageJct("%s per hour: average JCT, ideal, h", List.of(27.93, 56.86)));
    figures.add(
        ReproducedFigure.ours(
            "average JCT by default rules, rounds of 360 s, h", r -> r.jctHours(ours)));
    figures.add(ReproducedFigure.ours("default rules over ideal", r -> r.jctRatio(ours, ideal)));
    return new Experiment(
            "ideal",
            "Rounds of six minutes are as good as an ideal cluster without rounds (single-worker"
                + " jobs, 6.0 per hour); long rounds are not.",
            experimentScale.seeds(3),
            Stream.of(original.runs(), at64.runs(), idealByLoad.runs(), List.of(ideal, ours))
                .flatMap(List::stream)
                .toList(),
            figures)
        .drawing(r -> byLength(original, at64, r));
  }

  private static ExperimentRun originalAt64(Window window, double length) {
    return RunFactory.published("max_min_fairness", Workload.published(6.4), window)
        .by(Rules.ORIGINAL)
        .with(new RoundOptions(length))
        .run();
  }

  private static Chart byLength(RunSeries original, RunSeries at64, Results results) {
    return new Chart(
        "Average completion time by length of a round",
        "seconds",
        "hours",
        Chart.Axes.LOGARITHMIC_X,
        List.of(
            original.averageJct("6.0 per hour", results),
            Chart.Line.of("6.0 per hour, published", LENGTHS, PUBLISHED),
            at64.averageJct("6.4 per hour", results),
            Chart.Line.of("6.4 per hour, published", LENGTHS_AT_64, PUBLISHED_AT_64)));
  }
}
