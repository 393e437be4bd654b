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

/** Max-min fairness (LAS) of gangs, at several loads. */
public final class LasMulti {

  private static final String MAX_MIN = "max_min_fairness";

  private static final String LEFT_OVER =
      "With gangs the spread over the seeds is large. The published program leaves the capacity"
          + " that the minimum level does not need to its solver, an interior-point method. This"
          + " library's policies use it to maximise total normalised throughput; this alone"
          + " shortens completion times by up to a quarter under the same round rules. If the"
          + " capacity is not used (level only), the figure is close to the published one.";

  private final Window window;
  private final List<ExperimentRun> runs = new ArrayList<>();
  private final List<ReproducedFigure> figures = new ArrayList<>();

  private LasMulti(ExperimentScale experimentScale) {
    this.window = experimentScale.window(4000, 5000);
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    LasMulti run = new LasMulti(experimentScale);
    run.compare(2.6, 32.52, 72.43);
    run.add(2.4, 26.27, 36.7);
    run.add(2.0, 18.69, 25.22);
    return new Experiment(
            "las_multi",
            "With gangs, heterogeneity-aware max-min fairness has 2.2 times shorter completion"
                + " times (2.6 jobs per hour).",
            experimentScale.seeds(3),
            run.runs,
            run.figures)
        .noting(LEFT_OVER);
  }

  /** Adds a load by the original's and by the default rules. */
  private void compare(double jobsPerHour, double aware, double blind) {
    Workload load = Workload.published(jobsPerHour).withGangs();
    AwareAndBlind original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    AwareAndBlind ours = AwareAndBlind.of(MAX_MIN, load, window, Rules.DEFAULT);
    ExperimentRun levelOnly = levelOnly(load);
    runs.addAll(AwareAndBlind.runs(original, ours));
    runs.add(levelOnly);
    figures.addAll(AwareAndBlind.comparison(original, ours, aware, blind));
    figures.addAll(AwareAndBlind.levelOnly("", levelOnly, original.blind(), aware, blind));
  }

  /** Adds another load, by the original's rules only. */
  private void add(double jobsPerHour, double aware, double blind) {
    Workload load = Workload.published(jobsPerHour).withGangs();
    AwareAndBlind original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    ExperimentRun levelOnly = levelOnly(load);
    String where = "%s jobs per hour: ".formatted(jobsPerHour);
    runs.addAll(AwareAndBlind.runs(original));
    runs.add(levelOnly);
    figures.add(
        ReproducedFigure.published(where + "aware, h", aware, r -> r.jctHours(original.aware())));
    figures.add(
        ReproducedFigure.published(
            where + "agnostic, h", blind, r -> r.jctHours(original.blind())));
    figures.addAll(AwareAndBlind.levelOnly(where, levelOnly, original.blind(), aware, blind));
  }

  private ExperimentRun levelOnly(Workload load) {
    return RunFactory.levelOnly(MAX_MIN, JobSource.endless(load), window).run();
  }
}
