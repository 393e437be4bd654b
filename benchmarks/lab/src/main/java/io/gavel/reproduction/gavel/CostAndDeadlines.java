package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.Window;
import java.util.List;

/** Minimum cost compared with maximum throughput, with and without deadlines. */
public final class CostAndDeadlines {

  private final ExperimentScale experimentScale;
  private final ExperimentRun fast;
  private final ExperimentRun cheap;
  private final ExperimentRun careful;
  private final ExperimentRun tight;

  private CostAndDeadlines(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    JobSource jobs = DeadlineJobs.of(experimentScale.count(500), 0.65);
    this.fast = run("max_sum_throughput", jobs);
    this.cheap = run("throughput_per_cost_sum", jobs);
    this.careful = run("throughput_per_cost_sum_best_effort", jobs);
    this.tight =
        RunFactory.of("throughput_per_cost_sum_best_effort", RunFactory.CLUSTER, jobs, Window.ALL)
            .under(
                new Simulation.Subject(
                    "no margin before deadlines", seed -> RunConditions.NONE.withSloMargin(0)))
            .run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new CostAndDeadlines(experimentScale).experiment();
  }

  private static ExperimentRun run(String key, JobSource jobs) {
    return RunFactory.of(key, RunFactory.CLUSTER, jobs, Window.ALL).run();
  }

  private Experiment experiment() {
    return new Experiment(
            "cost",
            "Minimum cost is 1.4 times cheaper than maximum throughput and misses 35 % of the"
                + " deadlines. With deadlines as constraints it is 1.2 times cheaper and misses"
                + " none (500 jobs of ResNet-50 and A3C).",
            experimentScale.seeds(3),
            List.of(fast, cheap, careful, tight),
            figures())
        .noting(
            "The arrival times of the 500 jobs were not published. Minimum cost prefers the"
                + " cheapest type of each job, where half of the deadlines would be missed; the"
                + " fuller that type is, the fewer are missed. At 0.65 jobs per hour, as here, the"
                + " first two figures match the published ones.\n\n"
                + "Deadlines are planned two rounds early. Without this margin the cheapest"
                + " allocation that meets a deadline leaves no slack, and rounds follow an"
                + " allocation with a lag, which costs minutes of jobs that take half a day to"
                + " eight days.");
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        ReproducedFigure.published(
            "cost of maximum throughput over minimum cost", 1.4, r -> costRatio(r, fast, cheap)),
        ReproducedFigure.published(
            "deadlines missed at minimum cost, %", 35, r -> 100 * r.mean(cheap, Simulation.LATE)),
        ReproducedFigure.published(
            "cost of maximum throughput over minimum cost with deadlines",
            1.2,
            r -> costRatio(r, fast, careful)),
        ReproducedFigure.published(
            "deadlines missed at minimum cost with deadlines, %",
            0, r -> 100 * r.mean(careful, Simulation.LATE)),
        ReproducedFigure.ours(
            "the same without a margin: cost of maximum throughput over it",
            r -> costRatio(r, fast, tight)),
        ReproducedFigure.ours(
            "the same without a margin: deadlines missed, %",
            r -> 100 * r.mean(tight, Simulation.LATE)),
        ReproducedFigure.ours(
            "the same without a margin: missed by more than half an hour, %",
            r -> 100 * r.mean(tight, CostAndDeadlines::farTooLate)),
        ReproducedFigure.ours(
            "deadlines missed at maximum throughput, %", r -> 100 * r.mean(fast, Simulation.LATE)),
        ReproducedFigure.ours(
            "cost of maximum throughput, USD", r -> r.mean(fast, Simulation.COST)));
  }

  private static double costRatio(Results results, ExperimentRun above, ExperimentRun below) {
    return results.mean(above, Simulation.COST) / results.mean(below, Simulation.COST);
  }

  /** The fraction of the jobs, all with deadlines, that are more than half an hour late. */
  private static double farTooLate(RunFigures sample) {
    List<Double> hours = sample.list(Simulation.LATENESS_HOURS);
    return (double) hours.stream().filter(late -> late > 0.5).count() / hours.size();
  }
}
