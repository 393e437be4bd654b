package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.RunSeries;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;

/** The spread over the seeds on the small cluster of the estimator experiment, without sharing. */
public final class SmallClusterAlone {

  private SmallClusterAlone() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Window window = experimentScale.window(1000, 1300);
    RunSeries alone =
        RunSeries.of(
            List.of(0.541, 0.595),
            rate -> {
              JobSource jobs = JobSource.endless(Workload.published(rate));
              return RunFactory.of("max_min_fairness", RunFactory.SMALL, jobs, window).run();
            });
    return new Experiment(
        "estimator_alone",
        "Without sharing, average JCT is 23.6 h at 0.541 jobs per hour and 33.9 h at 0.595 (4:4:4"
            + " workers).",
        experimentScale.seeds(20),
        alone.runs(),
        alone.averageJct("%s jobs per hour, average JCT, h", List.of(23.62, 33.91)));
  }
}
