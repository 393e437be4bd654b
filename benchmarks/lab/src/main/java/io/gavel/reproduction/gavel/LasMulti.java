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
      "Seeds are far apart with gangs. Who gets what the least level does not need, the published"
          + " program leaves to its solver, an interior-point method. This library's policies give"
          + " it where it adds most to the total of normalised throughputs: that alone shortens"
          + " completion times by up to a quarter, by the same rules of rounds. If it is kept from"
          + " everybody (level only), the figure is near the published one.";

  private final Window window;
  private final List<ExperimentRun> arms = new ArrayList<>();
  private final List<ReproducedFigure> figures = new ArrayList<>();

  private LasMulti(ExperimentScale experimentScale) {
    this.window = experimentScale.window(4000, 5000);
  }

  /**
   * The experiment.
   *
   * @param experimentScale how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(ExperimentScale experimentScale) {
    LasMulti run = new LasMulti(experimentScale);
    run.compare(2.6, 32.52, 72.43);
    run.add(2.4, 26.27, 36.7);
    run.add(2.0, 18.69, 25.22);
    return new Experiment(
            "las_multi",
            "With gangs, 2.6 jobs an hour: 2.2 times.",
            experimentScale.seeds(3),
            run.arms,
            run.figures)
        .noting(LEFT_OVER);
  }

  /** A load at which the default rules are run as well. */
  private void compare(double jobsPerHour, double aware, double blind) {
    Workload load = Workload.published(jobsPerHour).withGangs();
    AwareAndBlind original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    AwareAndBlind ours = AwareAndBlind.of(MAX_MIN, load, window, Rules.DEFAULT);
    ExperimentRun levelOnly = levelOnly(load);
    arms.addAll(AwareAndBlind.arms(original, ours));
    arms.add(levelOnly);
    figures.addAll(AwareAndBlind.comparison(original, ours, aware, blind));
    figures.addAll(AwareAndBlind.levelOnly("", levelOnly, original.blind(), aware, blind));
  }

  /** Another load, by the original's rules alone. */
  private void add(double jobsPerHour, double aware, double blind) {
    Workload load = Workload.published(jobsPerHour).withGangs();
    AwareAndBlind original = AwareAndBlind.of(MAX_MIN, load, window, Rules.ORIGINAL);
    ExperimentRun levelOnly = levelOnly(load);
    String where = "%s jobs an hour: ".formatted(jobsPerHour);
    arms.addAll(AwareAndBlind.arms(original));
    arms.add(levelOnly);
    figures.add(
        ReproducedFigure.published(where + "aware, h", aware, r -> r.jctHours(original.aware())));
    figures.add(
        ReproducedFigure.published(
            where + "agnostic, h", blind, r -> r.jctHours(original.blind())));
    figures.addAll(AwareAndBlind.levelOnly(where, levelOnly, original.blind(), aware, blind));
  }

  private ExperimentRun levelOnly(Workload load) {
    return RunFactory.levelOnly(MAX_MIN, JobSource.endless(load), window).arm();
  }
}
