package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;
import java.util.stream.IntStream;

/** Max-min fairness with one fifth of the gangs at weight 5. */
public final class Priorities {

  private Priorities() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Workload load = Workload.published(2.4).withGangs().withPriorities();
    Window window = experimentScale.window(4000, 5000);
    AwareAndBlind original = AwareAndBlind.of("max_min_fairness", load, window, Rules.ORIGINAL);
    AwareAndBlind ours = AwareAndBlind.of("max_min_fairness", load, window, Rules.DEFAULT);
    return new Experiment(
        "priorities",
        "With one fifth of the jobs at weight 5, heterogeneity awareness shortens completion times"
            + " 1.5 times for these jobs and 2.7 times for the others (gangs, 2.4 jobs per hour).",
        experimentScale.seeds(3),
        AwareAndBlind.runs(original, ours),
        List.of(
            ReproducedFigure.published(
                "low priority, aware, average JCT, h", 20.18, r -> jct(r, original.aware(), false)),
            ReproducedFigure.published(
                "low priority, agnostic, h", 54.4, r -> jct(r, original.blind(), false)),
            ReproducedFigure.published(
                "high priority, aware, h", 18.55, r -> jct(r, original.aware(), true)),
            ReproducedFigure.published(
                "high priority, agnostic, h", 28.46, r -> jct(r, original.blind(), true)),
            ReproducedFigure.ours(
                "low priority, aware by default rules, h", r -> jct(r, ours.aware(), false)),
            ReproducedFigure.ours(
                "high priority, aware by default rules, h", r -> jct(r, ours.aware(), true)),
            ReproducedFigure.ours(
                "low priority, agnostic over aware by default rules",
                r -> jct(r, ours.blind(), false) / jct(r, ours.aware(), false)),
            ReproducedFigure.ours(
                "high priority, agnostic over aware by default rules",
                r -> jct(r, ours.blind(), true) / jct(r, ours.aware(), true))));
  }

  private static double jct(Results results, ExperimentRun experimentRun, boolean high) {
    return results.mean(
        experimentRun,
        sample -> {
          List<Double> weight = sample.list(Simulation.WEIGHT);
          List<Double> jct = sample.list(Simulation.JCT_HOURS);
          return IntStream.range(0, jct.size())
              .filter(m -> weight.get(m) > 1 == high && !Double.isNaN(jct.get(m)))
              .mapToDouble(jct::get)
              .average()
              .orElse(Double.NaN);
        });
  }
}
