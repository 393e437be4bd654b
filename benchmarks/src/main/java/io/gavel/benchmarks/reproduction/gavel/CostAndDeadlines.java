package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.DeadlineJobs;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.RunFigures;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Window;
import java.util.List;

/** Least cost compared with most throughput, with deadlines and without. */
public final class CostAndDeadlines {

  private final Size size;
  private final Arm fast;
  private final Arm cheap;
  private final Arm careful;

  private CostAndDeadlines(Size size) {
    this.size = size;
    JobSource jobs = DeadlineJobs.of(size.count(500), 0.65);
    this.fast = arm("max_sum_throughput", jobs);
    this.cheap = arm("throughput_per_cost_sum", jobs);
    this.careful = arm("throughput_per_cost_sum_best_effort", jobs);
  }

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    return new CostAndDeadlines(size).experiment();
  }

  private static Arm arm(String key, JobSource jobs) {
    return Arms.of(key, Arms.CLUSTER, jobs, Window.ALL).arm();
  }

  private Experiment experiment() {
    return new Experiment(
            "cost",
            "Least cost is 1.4 times cheaper than most throughput and misses 35 % of the deadlines; with"
                + " deadlines as constraints 1.2 times cheaper, missing none (500 jobs of ResNet-50 and"
                + " A3C).",
            size.seeds(3),
            List.of(fast, cheap, careful),
            figures())
        .noting(
            "When the 500 jobs arrive was not published. Least cost wants each job on its cheapest"
                + " type, where half of the deadlines would be missed; the fuller that is, the fewer"
                + " are. At 0.65 jobs an hour, as here, the first two figures come out as published.");
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        ReproducedFigure.published(
            "cost of most throughput over least cost", 1.4, r -> costRatio(r, fast, cheap)),
        ReproducedFigure.published(
            "deadlines missed at least cost, %", 35, r -> 100 * r.mean(cheap, Simulation.LATE)),
        ReproducedFigure.published(
            "cost of most throughput over least cost with deadlines",
            1.2,
            r -> costRatio(r, fast, careful)),
        ReproducedFigure.published(
                "deadlines missed at least cost with deadlines, %",
                0, r -> 100 * r.mean(careful, Simulation.LATE))
            .because(
                "The cheapest allocation that meets a deadline meets it just so; what a round"
                    + " takes is missing in the end, minutes of half a day to eight days."),
        ReproducedFigure.published(
            "missed by more than half an hour, %",
            0, r -> 100 * r.mean(careful, CostAndDeadlines::farTooLate)),
        ReproducedFigure.ours(
            "deadlines missed at most throughput, %", r -> 100 * r.mean(fast, Simulation.LATE)),
        ReproducedFigure.ours("most throughput, dollars", r -> r.mean(fast, Simulation.COST)));
  }

  private static double costRatio(Results results, Arm above, Arm below) {
    return results.mean(above, Simulation.COST) / results.mean(below, Simulation.COST);
  }

  /** The part of the jobs, all with deadlines, that are half an hour late. */
  private static double farTooLate(RunFigures sample) {
    List<Double> hours = sample.list(Simulation.LATENESS_HOURS);
    return (double) hours.stream().filter(late -> late > 0.5).count() / hours.size();
  }
}
