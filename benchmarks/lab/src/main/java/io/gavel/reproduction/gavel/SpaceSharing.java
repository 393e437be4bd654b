package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunSeries;
import io.gavel.plot.Chart;
import io.gavel.policies.lp.OptimumChoice;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Max-min fairness with space sharing, which sustains higher loads. */
public final class SpaceSharing {

  private static final String PACKED = "max_min_fairness_packed";
  private static final List<Double> RATES = List.of(5.6, 7.2);
  private static final List<Double> PUBLISHED = List.of(19.08, 27.8);

  private SpaceSharing() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    Window window = experimentScale.window(4000, 5000);
    MaxMinFairness policy = MaxMinFairness.create();
    MaxMinFairness level = policy.withChoice(OptimumChoice.LEVEL_ONLY);
    RunSeries single =
        RunSeries.of(
            RATES,
            rate ->
                RunFactory.sharing(
                        PACKED,
                        policy,
                        experimentScale.jobs(Workload.published(rate), window),
                        window)
                    .run());
    JobSource gangs = experimentScale.jobs(Workload.published(2.6).withGangs(), window);
    ExperimentRun all = RunFactory.sharing(PACKED, policy, gangs, window).run();
    ExperimentRun levelOnly =
        RunFactory.sharing(PACKED + ", level only", level, gangs, window).run();
    List<ReproducedFigure> figures =
        new ArrayList<>(
            single.averageJct("single-worker jobs, %s per hour, average JCT, h", PUBLISHED));
    figures.add(
        ReproducedFigure.published(
            "gangs, 2.6 per hour, average JCT, h", 25.54, r -> r.jctHours(all)));
    figures.add(
        ReproducedFigure.published(
            "gangs, 2.6 per hour, level only, h", 25.54, r -> r.jctHours(levelOnly)));
    return new Experiment(
            "sharing",
            "With space sharing, 7.2 jobs per hour have the completion times of 5.6 jobs per hour"
                + " without it.",
            experimentScale.seeds(3),
            Stream.concat(single.runs().stream(), Stream.of(all, levelOnly)).toList(),
            figures)
        .noting(
            "By the default rules, because the original's rules account for the time of pairs"
                + " incorrectly. As in las_multi, capacity that the level does not need maximises"
                + " total throughput; if it is not used (level only), gangs take longer than"
                + " published.")
        .drawing(r -> byLoad(single, r));
  }

  private static Chart byLoad(RunSeries single, Results results) {
    return Chart.of(
        "Average completion time by load, sharing workers",
        "jobs an hour",
        "hours",
        single.averageJct("ours, default rules", results),
        Chart.Line.of("published", RATES, PUBLISHED));
  }
}
