package io.gavel.reproduction.related;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Simulation;
import io.gavel.plot.Chart;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/** Power means of normalised throughputs, from the sum to the minimum, with and without sharing. */
public final class PowerMeans {

  private static final String SOONEST = "average_completion_time";
  private static final List<Double> POWERS = List.of(-3.0, -1.0, 0.0, 0.5, 0.9);

  private final ExperimentScale experimentScale;
  private final JobSource jobs;
  private final Window window;
  private final ExperimentRun isolated;
  private final ExperimentRun soonest;
  private final ExperimentRun soonestSharing;
  private final List<ExperimentRun> alone;
  private final List<ExperimentRun> sharing;

  private PowerMeans(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    this.jobs = JobSource.endless(Workload.published(0.55));
    this.window = experimentScale.window(1000, 1300);
    this.isolated = RunFactory.of("isolated", RunFactory.SMALL, jobs, window).run();
    this.soonest = RunFactory.of(SOONEST, RunFactory.SMALL, jobs, window).run();
    this.soonestSharing = RunFactory.of(SOONEST + "_packed", RunFactory.SMALL, jobs, window).run();
    this.alone = POWERS.stream().map(power -> mean(power, false)).toList();
    this.sharing = POWERS.stream().map(power -> mean(power, true)).toList();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new PowerMeans(experimentScale).experiment();
  }

  private ExperimentRun mean(double power, boolean pairs) {
    String name = "power mean " + power + (pairs ? " with pairs" : "");
    PolicyChoice choice = new PolicyChoice(name, MeanFairness.of(power), pairs);
    return new Simulation(name, (table, workers, seed) -> choice, RunFactory.SMALL, jobs, window)
        .run();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>(List.of(isolated, soonest, soonestSharing));
    runs.addAll(alone);
    runs.addAll(sharing);
    List<ReproducedFigure> figures = new ArrayList<>();
    for (int i = 0; i < POWERS.size(); i++) {
      figures.addAll(timeAndFairness("p = " + POWERS.get(i), alone.get(i), sharing.get(i)));
    }
    figures.addAll(timeAndFairness("average completion time", soonest, soonestSharing));
    return new Experiment(
            "power_means",
            "Power means of normalised throughput trade completion times against fairness (4:4:4"
                + " workers, single-worker jobs, 0.55 per hour).",
            experimentScale.seeds(3),
            runs,
            figures)
        .noting(
            "ρ is the completion time divided by that of the same job when all jobs have isolated"
                + " shares. The mean tends to the sum as p → 1 and to the minimum as p → −∞. The"
                + " average-completion-time policy uses the remaining work of jobs; power means do"
                + " not.")
        .drawing(
            r ->
                Chart.of(
                    "Power means, from p = -3 (left) to 0.9",
                    "largest ρ, mean over the seeds",
                    "average completion time, hours",
                    tradeOff("each job alone", r, alone),
                    tradeOff("sharing workers", r, sharing)));
  }

  private List<ReproducedFigure> timeAndFairness(
      String name, ExperimentRun single, ExperimentRun shared) {
    return List.of(
        ReproducedFigure.ours(name + ", average JCT, h", r -> r.jctHours(single)),
        ReproducedFigure.ours(name + ", largest ρ", r -> largestRho(r, single)),
        ReproducedFigure.ours(name + ", sharing workers, average JCT, h", r -> r.jctHours(shared)),
        ReproducedFigure.ours(name + ", sharing workers, largest ρ", r -> largestRho(r, shared)));
  }

  private Chart.Line tradeOff(String name, Results results, List<ExperimentRun> runs) {
    List<ExperimentRun> byRho =
        runs.stream()
            .sorted(Comparator.comparing(experimentRun -> largestRho(results, experimentRun)))
            .toList();
    return Chart.Line.of(
        name,
        byRho.stream().map(experimentRun -> largestRho(results, experimentRun)).toList(),
        byRho.stream().map(results::jctHours).toList());
  }

  /** The mean over the seeds of the largest ρ. */
  private double largestRho(Results results, ExperimentRun experimentRun) {
    return IntStream.range(0, results.seeds())
        .mapToDouble(
            seed ->
                StatUtils.max(
                    results.ofSeed(seed).quotients(experimentRun, isolated, Simulation.JCT_HOURS)))
        .average()
        .orElse(Double.NaN);
  }
}
