package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;

/** FIFO scheduling of single-worker jobs. */
public final class Fifo {

  private Fifo() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Window window = experimentScale.window(4000, 5000);
    Workload load = Workload.published(4.8);
    ExperimentRun aware =
        RunFactory.published("fifo_greedy", load, window).by(Rules.ORIGINAL).run();
    ExperimentRun faulty =
        RunFactory.faultyFifo(RunFactory.CLUSTER, JobSource.endless(load), window).run();
    ExperimentRun right =
        RunFactory.published("fifo_greedy_agnostic", load, window).by(Rules.ORIGINAL).run();
    ExperimentRun sharing = RunFactory.published("fifo_greedy_packed", load, window).run();
    AwareAndBlind ours = AwareAndBlind.of("fifo_greedy", load, window, Rules.DEFAULT);
    return new Experiment(
        "fifo_single",
        "FIFO on the fastest type has 3.8 times shorter completion times than"
            + " heterogeneity-agnostic FIFO (4.8 jobs per hour).",
        experimentScale.seeds(3),
        List.of(aware, faulty, sharing, right, ours.aware(), ours.blind()),
        List.of(
            ReproducedFigure.published("aware, average JCT, h", 24.1, r -> r.jctHours(aware)),
            ReproducedFigure.published("agnostic as published, h", 92, r -> r.jctHours(faulty)),
            ReproducedFigure.published(
                "agnostic as published over aware", 92 / 24.1, r -> r.jctRatio(faulty, aware)),
            ReproducedFigure.published(
                "aware, sharing workers, default rules, h", 20.11, r -> r.jctHours(sharing)),
            ReproducedFigure.ours("agnostic with a random type per job, h", r -> r.jctHours(right)),
            ReproducedFigure.ours("the same over aware", r -> r.jctRatio(right, aware)),
            ReproducedFigure.ours("aware by default rules, h", r -> r.jctHours(ours.aware())),
            ReproducedFigure.ours("agnostic by default rules, h", r -> r.jctHours(ours.blind()))));
  }
}
