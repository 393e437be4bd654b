package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.ArmSeries;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.Rules;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.mechanism.RoundOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rounds of several lengths compared with a cluster that divides time at will. */
public final class RoundLengths {

  private static final List<Double> LENGTHS = List.of(360.0, 720.0, 1440.0, 2880.0);
  private static final List<Double> PUBLISHED = List.of(37.64, 38.23, 43.2, 89.94);

  private RoundLengths() {}

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    Window window = size.window(4000, 5000);
    Simulation base = Arms.published("max_min_fairness", Workload.published(6.0), window);
    Arm ideal = base.by(Rules.IDEAL).arm();
    Arm ours = base.arm();
    ArmSeries original =
        ArmSeries.of(
            LENGTHS, length -> base.by(Rules.ORIGINAL).with(new RoundOptions(length)).arm());
    Arm shortest = original.arms().get(0);
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
            "Rounds of six minutes are as good as a cluster that divides time at will (one-worker"
                + " jobs, 6.0 an hour); long rounds are not.",
            size.seeds(3),
            Stream.concat(original.arms().stream(), Stream.of(ideal, ours)).toList(),
            figures)
        .drawing(r -> byLength(original, r));
  }

  private static Chart byLength(ArmSeries original, Results results) {
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
