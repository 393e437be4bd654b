package io.gavel.reproduction.loads;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.reproduction.loads.Panel.Curve;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.apache.commons.math3.stat.StatUtils;

/**
 * All published points of the completion times by load (Gavel, Fig. 9 to 11): for the shape, so
 * with one seed, since an overloaded cluster takes minutes to simulate.
 */
public final class LoadCurves {

  private static final String SHARING =
      " With sharing by the default rules, because the original's rules account for the time of"
          + " pairs incorrectly.";

  private final ExperimentScale experimentScale;
  private final Window window;

  private LoadCurves(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    this.window = experimentScale.window(4000, 5000);
  }

  /** The runs of a scheduler whose jobs need one worker each, by load in jobs per hour. */
  private static DoubleFunction<ExperimentRun> single(Function<Workload, ExperimentRun> run) {
    return load -> run.apply(Workload.published(load));
  }

  /** The runs of a scheduler of gangs, by load. */
  private static DoubleFunction<ExperimentRun> gangs(Function<Workload, ExperimentRun> run) {
    return load -> run.apply(Workload.published(load).withGangs());
  }

  /** A policy by the original's rules. */
  private Function<Workload, ExperimentRun> original(String key) {
    return load -> RunFactory.published(key, load, window).by(Rules.ORIGINAL).run();
  }

  private ExperimentRun sharing(Workload load) {
    JobSource jobs = experimentScale.jobs(load, window);
    return RunFactory.sharing("max_min_fairness_packed", MaxMinFairness.create(), jobs, window)
        .run();
  }

  /** The mean completion time over that on isolated shares. */
  private static ReproducedFigure meanRho(
      String who, ExperimentRun run, ExperimentRun isolated, double published) {
    return ReproducedFigure.published(
        "single workers, %s: mean ρ at 5.6 jobs per hour".formatted(who),
        published,
        r -> StatUtils.mean(r.quotients(run, isolated, Simulation.JCT_HOURS)));
  }

  private ExperimentRun faultyFifo(Workload load) {
    return RunFactory.faultyFifo(RunFactory.CLUSTER, JobSource.endless(load), window).run();
  }

  private ExperimentRun packedFifo(Workload load) {
    return RunFactory.published("fifo_greedy_packed", load, window).run();
  }

  /**
   * Max-min fairness, with and without space sharing, beside AlloX and Gandiva (Fig. 9 and 10).
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment maxMin(ExperimentScale experimentScale) {
    LoadCurves loads = new LoadCurves(experimentScale);
    String fair = "max_min_fairness";
    String blind = "max_min_fairness_agnostic";
    Panel alone =
        Panel.of(
            "single workers",
            Curve.of(
                "agnostic",
                single(loads.original(blind)),
                List.of(4.0, 4.8, 5.2, 5.6),
                List.of(22.92, 34.75, 60.06, 91.29)),
            Curve.of(
                "AlloX",
                single(loads.original("allox")),
                List.of(4.8, 5.2, 5.6),
                List.of(19.92, 21.7, 23.54)),
            Curve.of(
                "aware",
                single(loads.original(fair)),
                List.of(4.0, 4.8, 5.2, 5.6, 6.0, 6.4),
                List.of(16.26, 18.02, 20.52, 26.42, 37.64, 54.31)));
    Panel sharing =
        Panel.of(
            "single workers, sharing",
            Curve.of(
                "Gandiva",
                single(loads.original("gandiva")),
                List.of(4.4, 4.8, 5.2, 5.6),
                List.of(23.28, 27.61, 32.23, 39.49)),
            Curve.of(
                "aware",
                single(loads::sharing),
                List.of(4.0, 5.6, 6.0, 6.4, 6.8, 7.2, 7.6),
                List.of(16.32, 19.08, 19.58, 20.51, 22.69, 27.8, 58.98)));
    Panel gangs =
        Panel.of(
            "gangs",
            Curve.of(
                "agnostic",
                gangs(loads.original(blind)),
                List.of(2.0, 2.2, 2.4, 2.6),
                List.of(25.22, 26.34, 36.7, 72.43)),
            Curve.of(
                "aware",
                gangs(loads.original(fair)),
                List.of(2.0, 2.2, 2.4, 2.6, 2.8),
                List.of(18.69, 20.53, 26.27, 32.52, 45.97)));
    Panel gangsSharing =
        Panel.of(
            "gangs, sharing",
            Curve.of(
                "Gandiva",
                gangs(loads.original("gandiva")),
                List.of(2.4, 2.6),
                List.of(35.16, 57.96)),
            Curve.of(
                "aware",
                gangs(loads::sharing),
                List.of(2.4, 2.6, 2.8),
                List.of(21.82, 25.54, 32.73)));
    ExperimentRun isolated = single(loads.original("isolated")).apply(5.6);
    return Panel.experiment(
            "las_loads",
            "Heterogeneity-aware max-min fairness bears higher loads than agnostic max-min"
                + " fairness, AlloX and Gandiva, and space sharing bears higher ones still.",
            experimentScale.seeds(1),
            List.of(alone, sharing, gangs, gangsSharing),
            List.of(isolated),
            List.of(
                meanRho("agnostic", alone.run("agnostic", 5.6), isolated, 0.96),
                meanRho("Gandiva", sharing.run("Gandiva", 5.6), isolated, 0.54),
                meanRho("AlloX", alone.run("AlloX", 5.6), isolated, 0.28),
                meanRho("aware", alone.run("aware", 5.6), isolated, 0.37),
                meanRho("aware, sharing", sharing.run("aware", 5.6), isolated, 0.26)))
        .noting(
            "All points of figures 9a and 10a, one seed each; las_single, las_multi and sharing have"
                + " three seeds of some."
                + SHARING);
  }

  /**
   * Finish-time fairness (Fig. 11).
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment finishTimes(ExperimentScale experimentScale) {
    LoadCurves loads = new LoadCurves(experimentScale);
    String fair = "finish_time_fairness";
    String blind = "finish_time_fairness_agnostic";
    return Panel.experiment(
            "ftf_loads",
            "Heterogeneity-aware finish-time fairness bears higher loads than the agnostic one.",
            experimentScale.seeds(1),
            List.of(
                Panel.of(
                    "single workers",
                    Curve.of(
                        "agnostic",
                        single(loads.original(blind)),
                        List.of(5.2, 5.6, 6.0),
                        List.of(60.47, 83.22, 106.0)),
                    Curve.of(
                        "aware",
                        single(loads.original(fair)),
                        List.of(5.2, 5.6, 6.0, 6.4),
                        List.of(21.94, 27.89, 39.27, 56.07))),
                Panel.of(
                    "gangs",
                    Curve.of(
                        "agnostic",
                        gangs(loads.original(blind)),
                        List.of(2.0, 2.4, 2.6),
                        List.of(25.82, 38.15, 62.09)),
                    Curve.of(
                        "aware",
                        gangs(loads.original(fair)),
                        List.of(2.0, 2.4, 2.6, 2.8, 3.0),
                        List.of(18.63, 22.97, 28.65, 37.05, 47.87)))))
        .noting(
            "All points of figure 11 and of the published notebook, one seed each; ftf_multi has three"
                + " of one load.");
  }

  /**
   * FIFO, with and without space sharing.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment fifo(ExperimentScale experimentScale) {
    LoadCurves loads = new LoadCurves(experimentScale);
    return Panel.experiment(
            "fifo_loads",
            "Heterogeneity-aware FIFO bears higher loads than the agnostic one.",
            experimentScale.seeds(1),
            List.of(
                Panel.of(
                    "single workers",
                    Curve.of(
                        "agnostic as published",
                        single(loads::faultyFifo),
                        List.of(4.0, 4.4, 4.8),
                        List.of(23.84, 46.42, 92.0)),
                    Curve.of(
                        "aware",
                        single(loads.original("fifo_greedy")),
                        List.of(4.4, 4.8, 5.2),
                        List.of(17.53, 24.1, 57.08)),
                    Curve.of(
                        "aware, sharing",
                        single(loads::packedFifo),
                        List.of(4.8, 5.2),
                        List.of(20.11, 41.75))),
                Panel.of(
                    "gangs",
                    Curve.of(
                        "aware",
                        gangs(loads.original("fifo_greedy")),
                        List.of(2.2, 2.4),
                        List.of(23.77, 39.32)),
                    Curve.of(
                        "aware, sharing", gangs(loads::packedFifo), List.of(2.4), List.of(34.16)))))
        .noting(
            "All points of the published notebook, one seed each. Agnostic FIFO has the original's"
                + " fault, as in fifo_single, which has three seeds. Its two points with gangs are left"
                + " out: a run takes many minutes, because its queue of jobs grows."
                + SHARING);
  }
}
