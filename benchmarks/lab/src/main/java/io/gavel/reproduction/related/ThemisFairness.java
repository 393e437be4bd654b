package io.gavel.reproduction.related;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Simulation;
import io.gavel.simulator.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finish-time fairness of Themis, with jobs that can use all workers of a type. */
public final class ThemisFairness {

  private static final List<String> OTHERS =
      List.of("tiresias_las", "gandiva_introspective", "optimus", "slaq");

  private final ExperimentScale experimentScale;
  private final JobSource jobs = JobSource.gangs(8, 24);
  private final ExperimentRun themis = run("themis", "v100=8,k80=8");
  private final Map<String, ExperimentRun> others = new LinkedHashMap<>();
  private final ExperimentRun alike = run("themis", "v100=8");
  private final ExperimentRun turns = run("gandiva_introspective", "v100=8");

  private ThemisFairness(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    OTHERS.forEach(key -> others.put(key, run(key, "v100=8,k80=8")));
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new ThemisFairness(experimentScale).experiment();
  }

  private ExperimentRun run(String key, String cluster) {
    return RunFactory.of(key, cluster, jobs, Window.ALL).run();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>(List.of(themis));
    runs.addAll(others.values());
    runs.addAll(List.of(alike, turns));
    return new Experiment(
            "themis",
            "The largest ρ under Themis is 1.2; other schedulers have more than 2.25 times as"
                + " much.",
            experimentScale.seeds(3),
            runs,
            figures())
        .noting(
            "24 gangs of 8 arrive at once on 8 V100 and 8 K80; schedulers allocate anew when jobs"
                + " complete. Like the published apps, each job can use all workers of a type. ρ is"
                + " the completion time divided by the job's time on all workers that it can use"
                + " times the number of jobs. It is near 1 for jobs that can use a whole cluster"
                + " and far below 1 for small ones (0.28 for Themis with jobs of 1 to 8 workers"
                + " here). The published ρ of Themis is an upper bound and the ratios are lower"
                + " bounds: lower values of the first and higher values of the second are fairer."
                + " With identical workers, equal turns are as fair as Themis.");
  }

  private List<ReproducedFigure> figures() {
    List<ReproducedFigure> figures = new ArrayList<>();
    figures.add(ReproducedFigure.published("themis, largest ρ", 1.2, r -> largest(r, themis)));
    others.forEach(
        (key, experimentRun) ->
            figures.add(
                ReproducedFigure.published(
                    key + ", largest ρ over that of themis",
                    2.25,
                    r -> largest(r, experimentRun) / largest(r, themis))));
    figures.add(ReproducedFigure.ours("8 V100 alone: themis, largest ρ", r -> largest(r, alike)));
    figures.add(
        ReproducedFigure.ours(
            "8 V100 alone: gandiva_introspective, largest ρ over that of themis",
            r -> largest(r, turns) / largest(r, alike)));
    return figures;
  }

  /** The mean over the seeds of the largest ρ as Themis defines it. */
  private static double largest(Results results, ExperimentRun experimentRun) {
    return results.meanOfLargest(experimentRun, Simulation.RHO);
  }
}
