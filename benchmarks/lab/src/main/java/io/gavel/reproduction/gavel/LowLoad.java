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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load at which the original loses most: it fills the first type first, regardless of the
 * allocation.
 */
public final class LowLoad {

  /** The heterogeneity-aware policies of the catalogue that solve programs for speed. */
  public static final List<String> PROGRAMS =
      List.of(
          "max_min_fairness",
          "water_filling",
          "finish_time_fairness",
          "finish_time_fairness_weighted",
          "makespan",
          "makespan_binary_search",
          "nash",
          "nash_weighted",
          "partial_allocation",
          "harmonic_mean",
          "fifo_lp",
          "fifo_strict",
          "shortest_job_first",
          "average_completion_time",
          "max_sum_throughput",
          "allox",
          "pollux",
          "pop_max_min_fairness");

  /** The policies that prefer cheap workers. */
  private static final List<String> CHEAPEST =
      List.of("throughput_per_cost_sum", "throughput_per_cost_ratio");

  private LowLoad() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    JobSource jobs = JobSource.endless(Workload.published(0.4));
    String cluster = "v100=12,p100=12,k80=12";
    Window measured = experimentScale.window(100, 300);
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (String key : Stream.of(PROGRAMS, CHEAPEST).flatMap(List::stream).toList()) {
      ExperimentRun experimentRun = RunFactory.of(key, cluster, jobs, measured).run();
      runs.add(experimentRun);
      figures.add(
          ReproducedFigure.ours(
              "%s, average JCT, h".formatted(key), r -> r.jctHours(experimentRun)));
    }
    for (String key : List.of("max_min_fairness", "fifo_greedy")) {
      ExperimentRun experimentRun =
          RunFactory.of(key, cluster, jobs, measured).by(Rules.ORIGINAL).run();
      runs.add(experimentRun);
      figures.add(
          ReproducedFigure.ours(
              "as published: %s, average JCT, h".formatted(key), r -> r.jctHours(experimentRun)));
    }
    ExperimentRun fifo = RunFactory.of("fifo_greedy", cluster, jobs, measured).run();
    runs.add(fifo);
    figures.add(ReproducedFigure.ours("fifo_greedy, average JCT, h", r -> r.jctHours(fifo)));
    return new Experiment(
            "low_load",
            "At 0.4 jobs per hour on 12:12:12 workers, the original's linear programs are slower"
                + " than greedy FIFO; by the default rules none is.",
            experimentScale.seeds(3),
            runs,
            figures)
        .noting(
            "There are enough workers for all jobs, so all policies for speed behave alike. The two"
                + " cost policies wait for cheap workers by design.");
  }
}
