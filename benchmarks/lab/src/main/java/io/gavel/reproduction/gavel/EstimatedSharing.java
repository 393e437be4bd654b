package io.gavel.reproduction.gavel;

import io.gavel.catalog.MethodCatalog;
import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;

/**
 * What is lost if a fifth of the rates beside known job types is measured and the rest estimated.
 */
public final class EstimatedSharing {

  private EstimatedSharing() {}

  /**
   * The experiment.
   *
   * @param experimentScale how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(ExperimentScale experimentScale) {
    JobSource jobs = JobSource.endless(Workload.published(0.595));
    Window window = experimentScale.window(1000, 1300);
    // All pairs are listed, since each job is another to an estimator.
    Simulation known = RunFactory.of("max_min_fairness_packed", RunFactory.SMALL, jobs, window);
    ExperimentRun alone = RunFactory.of("max_min_fairness", RunFactory.SMALL, jobs, window).arm();
    ExperimentRun told = known.arm();
    ExperimentRun estimated = known.under(estimating("standard")).arm();
    ExperimentRun asPublished = known.under(estimating("fingerprint")).arm();
    return new Experiment(
            "estimator",
            "With estimated throughputs of pairs jobs take 22.1 h, with known ones 19.8 h, alone"
                + " 33.9 h (4:4:4, 0.595 jobs an hour, 16 reference types, a fifth measured).",
            experimentScale.seeds(3),
            List.of(alone, told, estimated, asPublished),
            List.of(
                ReproducedFigure.published("alone, average JCT, h", 33.91, r -> r.jctHours(alone))
                    .because(
                        "Few seeds, far apart; over twenty of them the mean is the published one,"
                            + " [estimator_alone](estimator_alone.md)."),
                ReproducedFigure.published("sharing, known, h", 19.76, r -> r.jctHours(told)),
                ReproducedFigure.published(
                    "sharing, estimated, h", 22.06, r -> r.jctHours(estimated)),
                ReproducedFigure.published(
                    "estimated over known", 22.06 / 19.76, r -> r.jctRatio(estimated, told)),
                ReproducedFigure.published(
                    "estimated by the published method over known",
                    22.06 / 19.76,
                    r -> r.jctRatio(asPublished, told)),
                ReproducedFigure.ours("alone over estimated", r -> r.jctRatio(alone, estimated))))
        .noting(
            "Twelve workers are near the end of what they bear at this load, where seeds are far"
                + " apart; that estimates cost little shows in each of them.");
  }

  private static Simulation.Subject estimating(String method) {
    String words =
        "pairs estimated by %s from %d types, %s measured"
            .formatted(method, Estimation.PUBLISHED_REFERENCES, Estimation.PUBLISHED_PROFILE);
    return new Simulation.Subject(
        words,
        seed ->
            RunConditions.NONE.with(
                new Estimation(
                    MethodCatalog.entry("method", method).method(),
                    Estimation.PUBLISHED_REFERENCES,
                    Estimation.PUBLISHED_PROFILE,
                    seed)));
  }
}
