package io.gavel.reproduction.related;

import io.gavel.catalog.PlacementCatalog;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import java.util.ArrayList;
import java.util.List;

/** Fragmentation gradient descent on the other task lists. */
public final class FgdTraces {

  /** A published row: percentage of GPUs allocated by BestFit and by FGD at 130 % demand. */
  private record Published(String trace, double bestFit, double fgd) {}

  private static List<Published> published() {
    return List.of(
        new Published("cpu050", 93.79, 95.21),
        new Published("cpu100", 93.44, 95.35),
        new Published("cpu200", 92.40, 95.05),
        new Published("cpu250", 91.45, 93.41),
        new Published("gpushare40", 91.69, 94.15),
        new Published("gpushare60", 89.36, 91.40),
        new Published("gpushare80", 87.01, 89.30),
        new Published("gpushare100", 85.01, 86.90),
        new Published("gpuspec10", 93.30, 94.95),
        new Published("gpuspec20", 93.30, 94.84),
        new Published("gpuspec25", 93.23, 94.74),
        new Published("gpuspec33", 93.09, 94.55),
        new Published("multigpu20", 93.93, 95.65),
        new Published("multigpu30", 94.72, 96.46),
        new Published("multigpu40", 95.23, 96.99),
        new Published("multigpu50", 95.74, 97.18));
  }

  private FgdTraces() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    List<Published> all = published();
    List<Published> rows = all.subList(0, experimentScale.orOne(all.size()));
    for (Published row : rows) {
      ExperimentRun fgd = InflationRuns.run(row.trace(), PlacementCatalog.FGD);
      ExperimentRun bestFit = InflationRuns.run(row.trace(), PlacementCatalog.BESTFIT);
      runs.addAll(List.of(fgd, bestFit));
      figures.add(
          ReproducedFigure.published(
              row.trace() + ", fgd, GPUs allocated at 130 % demand, %",
              row.fgd(),
              r -> r.mean(fgd, "at_130")));
      figures.add(
          ReproducedFigure.published(
              row.trace() + ", bestfit, %", row.bestFit(), r -> r.mean(bestFit, "at_130")));
    }
    return new Experiment(
        "fgd_traces",
        "On the 16 other task lists, fragmentation gradient descent also allocates more GPUs than"
            + " the best alternative.",
        InflationRuns.seeds(experimentScale, 2),
        runs,
        figures);
  }
}
