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
 * The loss when one fifth of the rates with reference job types is measured and the others are
 * estimated.
 */
public final class EstimatedSharing {

  private EstimatedSharing() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    JobSource jobs = JobSource.endless(Workload.published(0.595));
    Window window = experimentScale.window(1000, 1300);
    // All pairs are listed: to an estimator, each job has a type of its own.
    Simulation known = RunFactory.of("max_min_fairness_packed", RunFactory.SMALL, jobs, window);
    ExperimentRun alone = RunFactory.of("max_min_fairness", RunFactory.SMALL, jobs, window).run();
    ExperimentRun fromTable = known.run();
    ExperimentRun estimated = known.under(estimating("standard")).run();
    ExperimentRun asPublished = known.under(estimating("fingerprint")).run();
    return new Experiment(
            "estimator",
            "Average JCT is 22.1 h with estimated pair throughputs, 19.8 h with known ones, and"
                + " 33.9 h without sharing (4:4:4 workers, 0.595 jobs per hour, 16 reference types,"
                + " one fifth measured).",
            experimentScale.seeds(10),
            List.of(alone, fromTable, estimated, asPublished),
            List.of(
                ReproducedFigure.published("alone, average JCT, h", 33.91, r -> r.jctHours(alone))
                    .because(
                        "The differences between seeds are large; the mean over twenty seeds matches"
                            + " the published one, see [estimator_alone](estimator_alone.md)."),
                ReproducedFigure.published("sharing, known, h", 19.76, r -> r.jctHours(fromTable)),
                ReproducedFigure.published(
                    "sharing, estimated, h", 22.06, r -> r.jctHours(estimated)),
                ReproducedFigure.published(
                    "estimated over known", 22.06 / 19.76, r -> r.jctRatio(estimated, fromTable)),
                ReproducedFigure.published(
                    "estimated by the published method over known",
                    22.06 / 19.76,
                    r -> r.jctRatio(asPublished, fromTable)),
                ReproducedFigure.ours("alone over estimated", r -> r.jctRatio(alone, estimated))))
        .noting(
            "At this load the twelve workers are close to saturation, so seeds differ"
                + " much. The low cost of estimation shows in every seed.");
  }

  /**
   * Returns the condition under which pair throughputs are estimated as published: 16 reference
   * types, one fifth of the rates measured.
   *
   * @param method the name of an estimation method
   * @return the condition
   */
  public static Simulation.Subject estimating(String method) {
    String words =
        "pairs estimated by %s from %s types, %s measured"
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
