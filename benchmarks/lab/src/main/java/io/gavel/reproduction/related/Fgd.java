package io.gavel.reproduction.related;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fragmentation gradient descent on the default task list. */
public final class Fgd {

  private Fgd() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Map<PlacementCatalog, Double> at100 = published();
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    at100.forEach(
        (placement, published) -> {
          ExperimentRun experimentRun = InflationRuns.run("default", placement);
          runs.add(experimentRun);
          figures.add(
              ReproducedFigure.published(
                  "%s, GPUs allocated at 100 %% demand, %%".formatted(placement.key()),
                  published,
                  r -> r.mean(experimentRun, "at_100")));
        });
    figures.add(
        ReproducedFigure.published(
            "fgd, fragmented at 130 % demand, %",
            4.57, r -> r.mean(runs.get(0), "fragmented_130")));
    return new Experiment(
        "fgd",
        "Fragmentation gradient descent allocates 95.2 % of 6,212 GPUs, the best alternative 92.9 %"
            + " (default task list).",
        InflationRuns.seeds(experimentScale, 10),
        runs,
        figures);
  }

  /** Percentage of the GPUs allocated at 100 % demand. */
  private static Map<PlacementCatalog, Double> published() {
    Map<PlacementCatalog, Double> at100 = new LinkedHashMap<>();
    at100.put(PlacementCatalog.FGD, 95.23);
    at100.put(PlacementCatalog.BESTFIT, 92.86);
    at100.put(PlacementCatalog.PACKING, 91.78);
    at100.put(PlacementCatalog.CLUSTERING, 91.65);
    at100.put(PlacementCatalog.DOTPROD, 90.62);
    at100.put(PlacementCatalog.RANDOM, 86.30);
    return at100;
  }
}
