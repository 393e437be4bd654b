package io.gavel.benchmarks.reproduction.related;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Chart;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.PolicyChoice;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.policies.lp.MeanFairness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Power means, from the greatest sum of normalised throughputs to the greatest minimum, alone and
 * in pairs.
 */
public final class PowerMeans {

  private static final String SOONEST = "average_completion_time";
  private static final List<Double> POWERS = List.of(-3.0, -1.0, 0.0, 0.5, 0.9);

  private final Size size;
  private final JobSource jobs;
  private final Window window;
  private final Arm isolated;
  private final Arm soonest;
  private final Arm soonestSharing;
  private final List<Arm> alone;
  private final List<Arm> sharing;

  private PowerMeans(Size size) {
    this.size = size;
    this.jobs = JobSource.endless(Workload.published(0.55));
    this.window = size.window(1000, 1300);
    this.isolated = Arms.of("isolated", Arms.SMALL, jobs, window).arm();
    this.soonest = Arms.of(SOONEST, Arms.SMALL, jobs, window).arm();
    this.soonestSharing = Arms.of(SOONEST + "_packed", Arms.SMALL, jobs, window).arm();
    this.alone = POWERS.stream().map(power -> mean(power, false)).toList();
    this.sharing = POWERS.stream().map(power -> mean(power, true)).toList();
  }

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    return new PowerMeans(size).experiment();
  }

  private Arm mean(double power, boolean pairs) {
    String name = "power mean " + power + (pairs ? " with pairs" : "");
    PolicyChoice choice = new PolicyChoice(name, MeanFairness.of(power), pairs);
    return new Simulation(name, (table, workers, seed) -> choice, Arms.SMALL, jobs, window).arm();
  }

  private Experiment experiment() {
    List<Arm> arms = new ArrayList<>(List.of(isolated, soonest, soonestSharing));
    arms.addAll(alone);
    arms.addAll(sharing);
    List<ReproducedFigure> figures = new ArrayList<>();
    for (int i = 0; i < POWERS.size(); i++) {
      figures.addAll(timeAndFairness("p = " + POWERS.get(i), alone.get(i), sharing.get(i)));
    }
    figures.addAll(timeAndFairness("average completion time", soonest, soonestSharing));
    return new Experiment(
            "power_means",
            "Power means of normalised throughput trade completion times against fairness"
                + " (4:4:4, one-worker jobs, 0.55 an hour).",
            size.seeds(3),
            arms,
            figures)
        .noting(
            "ρ is the completion time over that of the same job where everybody has an isolated"
                + " share. Towards p = 1 the mean becomes the sum, towards −∞ the least. The policy"
                + " for the average completion time knows what is left of jobs; power means do"
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

  private List<ReproducedFigure> timeAndFairness(String name, Arm single, Arm shared) {
    return List.of(
        ReproducedFigure.ours(name + ", average JCT, h", r -> r.jctHours(single)),
        ReproducedFigure.ours(name + ", largest ρ", r -> largestRho(r, single)),
        ReproducedFigure.ours(name + ", sharing workers, average JCT, h", r -> r.jctHours(shared)),
        ReproducedFigure.ours(name + ", sharing workers, largest ρ", r -> largestRho(r, shared)));
  }

  private Chart.Line tradeOff(String name, Results results, List<Arm> arms) {
    List<Arm> byRho =
        arms.stream().sorted(Comparator.comparing(arm -> largestRho(results, arm))).toList();
    return Chart.Line.of(
        name,
        byRho.stream().map(arm -> largestRho(results, arm)).toList(),
        byRho.stream().map(results::jctHours).toList());
  }

  /** The mean over the seeds of the largest completion time over that on an isolated share. */
  private double largestRho(Results results, Arm arm) {
    return IntStream.range(0, results.seeds())
        .mapToDouble(
            seed ->
                StatUtils.max(results.ofSeed(seed).quotients(arm, isolated, Simulation.JCT_HOURS)))
        .average()
        .orElse(Double.NaN);
  }
}
