package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.ArmSeries;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import java.util.List;

/** The spread over the seeds on the cluster of the estimates, without sharing. */
public final class SmallClusterAlone {

  private SmallClusterAlone() {}

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    Window window = size.window(1000, 1300);
    ArmSeries alone =
        ArmSeries.of(
            List.of(0.541, 0.595),
            rate -> {
              JobSource jobs = JobSource.endless(Workload.published(rate));
              return Arms.of("max_min_fairness", Arms.SMALL, jobs, window).arm();
            });
    return new Experiment(
        "estimator_alone",
        "Jobs alone take 23.6 h at 0.541 jobs an hour and 33.9 h at 0.595 (4:4:4).",
        size.seeds(20),
        alone.arms(),
        alone.averageJct("%s jobs an hour, average JCT, h", List.of(23.62, 33.91)));
  }
}
