package io.gavel.reproduction.makespan;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.JobSource;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.Simulation;
import io.gavel.plot.Chart;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/** What heterogeneity awareness saves of the makespan, by the share of V100 in the cluster. */
public final class MakespanByShare {

  private static final int WORKERS = 100;

  /** The runs of one share, with the published quotient of their makespans. */
  private record Share(int v100, double published, ExperimentRun aware, ExperimentRun blind) {}

  private final ExperimentScale experimentScale;
  private final List<Share> shares;

  private MakespanByShare(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    this.shares =
        List.of(
            share(10, 1.44),
            share(20, 1.49),
            share(30, 1.51),
            share(40, 1.49),
            share(50, 1.45),
            share(60, 1.42),
            share(70, 1.30),
            share(80, 1.22),
            share(90, 1.14),
            share(100, 1));
  }

  private Share share(int v100, double published) {
    String rest = v100 == WORKERS ? "" : ",k80=" + (WORKERS - v100);
    String cluster = "v100=%s%s".formatted(v100, rest);
    return new Share(v100, published, run("makespan", cluster), run("makespan_agnostic", cluster));
  }

  private ExperimentRun run(String key, String cluster) {
    JobSource source = JobSource.of(Workload.published(0), experimentScale.count(500));
    return RunFactory.of(key, cluster, source, Window.ALL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new MakespanByShare(experimentScale).experiment();
  }

  private Experiment experiment() {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Share share : shares) {
      runs.addAll(List.of(share.aware, share.blind));
      figures.add(
          ReproducedFigure.published(
              "%s %% V100: agnostic over aware makespan".formatted(share.v100),
              share.published,
              r -> saved(r, share)));
    }
    return new Experiment(
            "makespan_share",
            "Heterogeneity awareness shortens the makespan most, 1.51 times, where 30 % of the"
                + " workers are V100, and not at all where all are.",
            experimentScale.seeds(1),
            runs,
            figures)
        .noting(
            "500 one-worker jobs at once on 100 workers, the others K80. Size, jobs and the other"
                + " types of the published clusters are not stated.")
        .drawing(
            r ->
                Chart.of(
                    "Agnostic over aware makespan by share of V100",
                    "% of the workers",
                    "ratio",
                    Chart.Line.of(
                        "here", percents(), shares.stream().map(s -> saved(r, s)).toList()),
                    Chart.Line.of(
                        "published", percents(), shares.stream().map(Share::published).toList())));
  }

  private List<Double> percents() {
    return shares.stream().map(share -> (double) share.v100).toList();
  }

  private static double saved(Results results, Share share) {
    return results.mean(share.blind, Simulation.MAKESPAN_HOURS)
        / results.mean(share.aware, Simulation.MAKESPAN_HOURS);
  }
}
