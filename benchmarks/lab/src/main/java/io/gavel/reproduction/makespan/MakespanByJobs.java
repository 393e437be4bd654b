package io.gavel.reproduction.makespan;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The makespan of batches of 100 to 700 jobs. */
public final class MakespanByJobs {

  /** The makespans of one number of jobs, the published ones in hours. */
  private record Batch(
      int jobs,
      double publishedPolicy,
      double publishedGandiva,
      ExperimentRun policy,
      ExperimentRun gandiva) {}

  private final ExperimentScale experimentScale;
  private final List<Batch> batches;

  private MakespanByJobs(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    this.batches =
        List.of(
            batch(100, 161.2, 166.6),
            batch(200, 161.2, 178.9),
            batch(300, 161.2, 199.9),
            batch(400, 161.3, 224.1),
            batch(500, 169.4, 263.9),
            batch(600, 195.0, 301.3),
            batch(700, 244.2, 347.3));
  }

  private Batch batch(int jobs, double publishedPolicy, double publishedGandiva) {
    JobSource source = JobSource.of(Workload.published(0).withGangs(), experimentScale.count(jobs));
    return new Batch(
        jobs, publishedPolicy, publishedGandiva, run("makespan", source), run("gandiva", source));
  }

  private static ExperimentRun run(String key, JobSource source) {
    return RunFactory.of(key, RunFactory.CLUSTER, source, Window.ALL).by(Rules.ORIGINAL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new MakespanByJobs(experimentScale).experiment();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Batch batch : batches) {
      runs.addAll(List.of(batch.policy, batch.gandiva));
      figures.add(
          ReproducedFigure.published(
              "%s jobs: makespan policy, h".formatted(batch.jobs),
              batch.publishedPolicy,
              r -> hours(r, batch.policy)));
      figures.add(
          ReproducedFigure.published(
              "%s jobs: Gandiva, h".formatted(batch.jobs),
              batch.publishedGandiva,
              r -> hours(r, batch.gandiva)));
      figures.add(
          ReproducedFigure.published(
              "%s jobs: Gandiva over makespan policy".formatted(batch.jobs),
              batch.publishedGandiva / batch.publishedPolicy,
              r -> hours(r, batch.gandiva) / hours(r, batch.policy)));
    }
    return new Experiment(
            "makespan_jobs",
            "The makespan policy finishes batches of 100 to 700 jobs with gangs in 161 to 244 h,"
                + " Gandiva in 167 to 347 h.",
            experimentScale.seeds(1), // one run of each was published
            runs,
            figures)
        .noting(
            "The longest job takes at most 166.7 h on a V100. Under the makespan policy all others"
                + " end within that time, up to 400 or 500 jobs. From there on the makespan grows"
                + " with the work. Under Gandiva, which ignores the types, it grows from the"
                + " start.")
        .drawing(
            r ->
                Chart.of(
                    "Makespan by number of jobs",
                    "jobs",
                    "hours",
                    line("Gandiva", r, Batch::gandiva),
                    line("makespan policy", r, Batch::policy)));
  }

  private Chart.Line line(String name, Results results, Function<Batch, ExperimentRun> run) {
    return Chart.Line.of(
        name,
        batches.stream().map(batch -> (double) batch.jobs).toList(),
        batches.stream().map(batch -> hours(results, run.apply(batch))).toList());
  }

  private static double hours(Results results, ExperimentRun run) {
    return results.mean(run, Simulation.MAKESPAN_HOURS);
  }
}
