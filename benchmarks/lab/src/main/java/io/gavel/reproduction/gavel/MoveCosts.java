package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.legacy.fidelity.Fidelity;
import io.gavel.legacy.fidelity.Kind;
import io.gavel.legacy.fidelity.Lag;
import io.gavel.legacy.fidelity.RoundPlanner;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cost of moves against the lag, by the patience of rounds. */
public final class MoveCosts {

  private static final double[] PATIENCE = {0, 0.5, 1, 1.25, 1.5, 2, 3, 4};

  private static final String MEAN = "mean";

  /** A patience, its run on the trace, and its lag behind random allocations. */
  private record Point(double patience, ExperimentRun trace, ExperimentRun lag) {

    private static Point of(double patience, int seeds) {
      RoundOptions rounds = LeaseRenewal.LSTM.withPatience(patience);
      ExperimentRun trace =
          RunFactory.of(
                  "max_min_fairness", PhysicalTraces.CLUSTER, PhysicalTraces.ARRIVING, Window.ALL)
              .with(rounds)
              .run();
      ExperimentRun lag =
          new ExperimentRun(
              "lag behind %s allocations of each kind, patience %s".formatted(seeds, patience),
              (publishedData, seed) -> lags(patience, seeds));
      return new Point(patience, trace, lag);
    }

    private static RunFigures lags(double patience, int seeds) {
      Map<String, Double> figures = new LinkedHashMap<>();
      Map<Kind, Lag> lags = Fidelity.of(cluster -> RoundPlanner.library(cluster, patience), seeds);
      lags.forEach((kind, lag) -> figures.put(kind.title(), lag.largest()));
      figures.put(MEAN, Fidelity.all(lags).mean());
      return RunFigures.of(figures);
    }
  }

  private MoveCosts() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    List<Point> points = new ArrayList<>();
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (double patience : PATIENCE) {
      Point point = Point.of(patience, experimentScale.count(100));
      points.add(point);
      runs.add(point.trace());
      runs.add(point.lag());
      figures.addAll(figures(point));
    }
    return new Experiment(
            "moves",
            "Lease renewal lowers the cost of preemptions to at most 0.47 % of the time (table 4,"
                + " LSTM). Here that takes patience, which costs lag.",
            List.of(0L),
            runs,
            figures)
        .drawing(
            r ->
                Chart.of(
                    "Moves against lag",
                    "mean lag, rounds",
                    "time lost to moves and pauses, %",
                    Chart.Line.of(
                        "patience 0 to 4 rounds",
                        points.stream().map(p -> r.mean(p.lag(), MEAN)).toList(),
                        points.stream()
                            .map(p -> 100 * r.mean(p.trace(), Simulation.OVERHEAD))
                            .toList())));
  }

  private static List<ReproducedFigure> figures(Point point) {
    String patience = "patience %s: ".formatted(point.patience());
    List<ReproducedFigure> figures = new ArrayList<>();
    figures.add(
        ReproducedFigure.published(
            patience + "time lost to moves and pauses, %",
            0.47,
            r -> 100 * r.mean(point.trace(), Simulation.OVERHEAD)));
    figures.add(
        ReproducedFigure.ours(
            patience + "leases extended, %",
            r -> 100 * r.mean(point.trace(), Simulation.EXTENDED)));
    figures.add(ReproducedFigure.ours(patience + "average JCT, h", r -> r.jctHours(point.trace())));
    figures.add(
        ReproducedFigure.ours(patience + "lag, mean, rounds", r -> r.mean(point.lag(), MEAN)));
    for (Kind kind : Kind.values()) {
      figures.add(
          ReproducedFigure.ours(
              patience + "lag of %s, largest, rounds".formatted(kind.title()),
              r -> r.mean(point.lag(), kind.title())));
    }
    return figures;
  }
}
