package io.gavel.reproduction.related;

import static java.util.Objects.requireNonNull;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.placement.Turnover;
import io.gavel.input.PlacementReader;
import io.gavel.mechanism.placement.Server;
import io.gavel.plot.Chart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Placement of tasks that come and go, by strategy. */
public final class FgdTurnover {

  private static final double LOAD = 0.95;
  private static final int WINDOW = 1000;
  private static final List<PlacementCatalog> STRATEGIES =
      List.of(
          PlacementCatalog.FGD,
          PlacementCatalog.BESTFIT,
          PlacementCatalog.PACKING,
          PlacementCatalog.FIRSTFIT,
          PlacementCatalog.STRIDED,
          PlacementCatalog.DOTPROD,
          PlacementCatalog.WORSTFIT,
          PlacementCatalog.RANDOM);

  private FgdTurnover() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    int count = experimentScale.count(200);
    Map<PlacementCatalog, ExperimentRun> runs = new LinkedHashMap<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (PlacementCatalog strategy : STRATEGIES) {
      ExperimentRun run =
          new ExperimentRun(
              "tasks that come and go on %s servers at %s of their GPUs, placed by %s"
                  .formatted(count, LOAD, strategy.key()),
              (data, seed) -> measure(data, count, strategy, seed));
      runs.put(strategy, run);
      figures.add(figure(strategy, "GPUs allocated, %", run, "allocated"));
      figures.add(figure(strategy, "idle and fragmented, % of all GPUs", run, "fragmented"));
      figures.add(figure(strategy, "mean wait, % of a mean lifetime", run, "waited"));
    }
    runs.forEach(
        (strategy, run) -> {
          if (strategy != PlacementCatalog.FGD) {
            figures.add(overFgd(strategy, run, runs));
          }
        });
    return new Experiment(
            "fgd_turnover",
            "Fragmentation gradient descent was published for tasks that never leave. Here openb's"
                + " tasks come and go on 200 of its servers, at a demand of 95 % of the GPUs.",
            experimentScale.seeds(20),
            List.copyOf(runs.values()),
            figures)
        .noting(
            "Tasks and servers are drawn from the default list. Gaps and lifetimes are exponential,"
                + " since the recorded tasks never use more than 66 of the 6,212 GPUs at once. Tasks"
                + " that fit nowhere wait; nobody moves. Figures are of five mean lifetimes after"
                + " three of warm-up.")
        .drawing(results -> overTime(results, runs));
  }

  private static ReproducedFigure figure(
      PlacementCatalog strategy, String what, ExperimentRun run, String name) {
    double unit = name.equals("waited") ? 100 : 1;
    return ReproducedFigure.ours(
        "%s: %s".formatted(strategy.key(), what), r -> unit * mean(r, run, name));
  }

  private static ReproducedFigure overFgd(
      PlacementCatalog strategy, ExperimentRun run, Map<PlacementCatalog, ExperimentRun> runs) {
    ExperimentRun fgd = requireNonNull(runs.get(PlacementCatalog.FGD));
    return ReproducedFigure.ours(
        "%s over fgd: idle and fragmented".formatted(strategy.key()),
        r -> mean(r, run, "fragmented") / mean(r, fgd, "fragmented"));
  }

  /** The mean over the seeds of the mean of a list. */
  private static double mean(Results results, ExperimentRun run, String list) {
    return results.mean(
        run,
        figures -> figures.list(list).stream().mapToDouble(x -> x).average().orElse(Double.NaN));
  }

  private static RunFigures measure(
      PublishedData data, int count, PlacementCatalog strategy, long seed) {
    List<Server> servers =
        new ArrayList<>(
            PlacementReader.servers(data.file("fgd-openb/openb_node_list_gpu_node.csv")));
    Collections.shuffle(servers, new Random(seed));
    Turnover turnover =
        new Turnover(
            servers.subList(0, count),
            PlacementReader.tasks(data.file("fgd-openb/openb_pod_list_default.csv")),
            LOAD);
    return new RunFigures(turnover.run(strategy.strategy(turnover.mix(), WINDOW, seed), seed));
  }

  private static Chart overTime(Results results, Map<PlacementCatalog, ExperimentRun> runs) {
    return Chart.of(
        "Fragmented GPUs over time, first seed",
        "mean lifetimes",
        "per cent of all GPUs",
        runs.entrySet().stream()
            .map(
                run -> {
                  List<Double> y = results.of(run.getValue()).get(0).list("fragmented");
                  return Chart.Line.steps(run.getKey().key(), Turnover.times(y.size()), y);
                })
            .toArray(Chart.Line[]::new));
  }
}
