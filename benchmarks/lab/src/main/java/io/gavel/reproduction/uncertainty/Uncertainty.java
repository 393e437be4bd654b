package io.gavel.reproduction.uncertainty;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Simulation;
import io.gavel.reproduction.gavel.EstimatedSharing;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Decisions under estimated throughputs: promises, orders of measurements, methods in the loop. */
public final class Uncertainty {

  private static final Map<String, String> METHODS =
      new TreeMap<>(
          Map.of(
              "standard", "the standard method",
              "fingerprint", "the method of the paper",
              "matrix_factorization_published", "the matrix factorisation of the original"));

  private static final Map<String, Function<PublishedData, RateTable>> TABLES =
      Collections.unmodifiableMap(tables());

  private Uncertainty() {}

  private static Map<String, Function<PublishedData, RateTable>> tables() {
    Map<String, Function<PublishedData, RateTable>> tables = new LinkedHashMap<>();
    tables.put("Gavel's table", RateTable::gavel);
    tables.put("Sia's table", RateTable::sia);
    tables.put("synthetic table", data -> RateTable.synthetic());
    return tables;
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    TABLES.forEach(
        (name, table) -> {
          ExperimentRun run = Promises.run(name, table);
          runs.add(run);
          figures.addAll(Promises.figures(name, run));
        });
    Map<String, ExperimentRun> orders = new LinkedHashMap<>();
    TABLES.forEach(
        (name, table) -> {
          ExperimentRun run = MeasurementOrder.run(name, table);
          orders.put(name, run);
          runs.add(run);
          figures.addAll(MeasurementOrder.figures(name, run));
        });
    JobSource jobs = JobSource.endless(Workload.published(0.595));
    Window window = experimentScale.window(200, 300);
    Simulation known = RunFactory.of("max_min_fairness_packed", RunFactory.SMALL, jobs, window);
    ExperimentRun fromTable = known.run();
    runs.add(fromTable);
    METHODS.forEach(
        (method, words) -> {
          ExperimentRun run = known.under(EstimatedSharing.estimating(method)).run();
          runs.add(run);
          figures.add(
              ReproducedFigure.ours(
                  "pairs by %s: average JCT over that of known pairs".formatted(words),
                  r -> r.jctRatio(run, fromTable)));
        });
    Experiment drawn =
        new Experiment(
                "uncertainty",
                "Ten new jobs, each measured on one or two worker types and estimated on the others from"
                    + " earlier jobs, compete for six workers of Gavel's three types, five of Sia's"
                    + " five, or eight of a synthetic table's four.",
                experimentScale.seeds(20),
                runs,
                figures)
            .noting(
                "Each job was measured on two types for the promises and on one for the orders "
                    + "of measurements. Sia's new jobs are of applications that no reference has; "
                    + "intervals follow from the errors of whole families. At the estimates 17 to "
                    + "44 % of the promises are broken, at the lower ends of 90 % intervals less "
                    + "than 1 %. Robust decisions cost 1 to 5 % of the mean level. The smallest "
                    + "level rises where estimates are worst, and falls on the other tables; it is "
                    + "below that of full knowledge in every way, because equal shares are "
                    + "computed from estimates, too. Measurements are ordered for Nash welfare, "
                    + "and counted until the geometric mean of throughputs "
                    + "stays above 95 % of that of full knowledge.");
    for (Map.Entry<String, ExperimentRun> order : orders.entrySet()) {
      String name = order.getKey();
      drawn = drawn.drawing(r -> MeasurementOrder.chart(name, order.getValue(), r));
    }
    return drawn;
  }
}
