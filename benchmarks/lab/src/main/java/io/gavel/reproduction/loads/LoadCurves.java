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

  /** Runs of a policy by the original's rules, by load. */
  private DoubleFunction<ExperimentRun> single(String key) {
    return load ->
        RunFactory.published(key, Workload.published(load), window).by(Rules.ORIGINAL).run();
  }

  private DoubleFunction<ExperimentRun> gangs(String key) {
    return load ->
        RunFactory.published(key, Workload.published(load).withGangs(), window)
            .by(Rules.ORIGINAL)
            .run();
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

  private static ExperimentRun packedFifo(Workload load, Window window) {
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
            Curve.of("agnostic", loads.single(blind), 4, 22.92, 4.8, 34.75, 5.2, 60.06, 5.6, 91.29),
            Curve.of("AlloX", loads.single("allox"), 4.8, 19.92, 5.2, 21.7, 5.6, 23.54),
            Curve.of(
                "aware",
                loads.single(fair),
                4,
                16.26,
                4.8,
                18.02,
                5.2,
                20.52,
                5.6,
                26.42,
                6,
                37.64,
                6.4,
                54.31));
    Panel sharing =
        Panel.of(
            "single workers, sharing",
            Curve.of(
                "Gandiva", loads.single("gandiva"), 4.4, 23.28, 4.8, 27.61, 5.2, 32.23, 5.6, 39.49),
            Curve.of(
                "aware",
                load -> loads.sharing(Workload.published(load)),
                4,
                16.32,
                5.6,
                19.08,
                6,
                19.58,
                6.4,
                20.51,
                6.8,
                22.69,
                7.2,
                27.8,
                7.6,
                58.98));
    Panel gangs =
        Panel.of(
            "gangs",
            Curve.of("agnostic", loads.gangs(blind), 2, 25.22, 2.2, 26.34, 2.4, 36.7, 2.6, 72.43),
            Curve.of(
                "aware",
                loads.gangs(fair),
                2,
                18.69,
                2.2,
                20.53,
                2.4,
                26.27,
                2.6,
                32.52,
                2.8,
                45.97));
    Panel gangsSharing =
        Panel.of(
            "gangs, sharing",
            Curve.of("Gandiva", loads.gangs("gandiva"), 2.4, 35.16, 2.6, 57.96),
            Curve.of(
                "aware",
                load -> loads.sharing(Workload.published(load).withGangs()),
                2.4,
                21.82,
                2.6,
                25.54,
                2.8,
                32.73));
    ExperimentRun isolated = loads.single("isolated").apply(5.6);
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
                    Curve.of("agnostic", loads.single(blind), 5.2, 60.47, 5.6, 83.22, 6, 106),
                    Curve.of(
                        "aware", loads.single(fair), 5.2, 21.94, 5.6, 27.89, 6, 39.27, 6.4, 56.07)),
                Panel.of(
                    "gangs",
                    Curve.of("agnostic", loads.gangs(blind), 2, 25.82, 2.4, 38.15, 2.6, 62.09),
                    Curve.of(
                        "aware",
                        loads.gangs(fair),
                        2,
                        18.63,
                        2.4,
                        22.97,
                        2.6,
                        28.65,
                        2.8,
                        37.05,
                        3,
                        47.87))))
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
    Window window = loads.window;
    return Panel.experiment(
            "fifo_loads",
            "Heterogeneity-aware FIFO bears higher loads than the agnostic one.",
            experimentScale.seeds(1),
            List.of(
                Panel.of(
                    "single workers",
                    Curve.of(
                        "agnostic as published",
                        load -> loads.faultyFifo(Workload.published(load)),
                        4,
                        23.84,
                        4.4,
                        46.42,
                        4.8,
                        92),
                    Curve.of(
                        "aware", loads.single("fifo_greedy"), 4.4, 17.53, 4.8, 24.1, 5.2, 57.08),
                    Curve.of(
                        "aware, sharing",
                        load -> packedFifo(Workload.published(load), window),
                        4.8,
                        20.11,
                        5.2,
                        41.75)),
                Panel.of(
                    "gangs",
                    Curve.of("aware", loads.gangs("fifo_greedy"), 2.2, 23.77, 2.4, 39.32),
                    Curve.of(
                        "aware, sharing",
                        load -> packedFifo(Workload.published(load).withGangs(), window),
                        2.4,
                        34.16))))
        .noting(
            "All points of the published notebook, one seed each. Agnostic FIFO has the original's"
                + " fault, as in fifo_single, which has three seeds. Its two points with gangs are left"
                + " out: a run takes many minutes, because its queue of jobs grows."
                + SHARING);
  }
}
