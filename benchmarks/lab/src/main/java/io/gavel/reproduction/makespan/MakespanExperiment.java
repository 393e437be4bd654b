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
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.simulator.Window;
import io.gavel.workload.Workload;
import java.util.List;

/** The makespan policy on a batch of single-worker jobs and gangs. */
public final class MakespanExperiment {

  private final ExperimentScale experimentScale;
  private final ExperimentRun makespan;
  private final ExperimentRun faulty;
  private final ExperimentRun fifo;
  private final ExperimentRun ours;
  private final ExperimentRun ideal;
  private final ExperimentRun gandiva;
  private final ExperimentRun sharing;

  private MakespanExperiment(ExperimentScale experimentScale) {
    this.experimentScale = experimentScale;
    JobSource batch = JobSource.of(Workload.published(0).withGangs(), experimentScale.count(700));
    this.makespan = run("makespan", batch, Rules.ORIGINAL);
    this.faulty = RunFactory.faultyFifo(RunFactory.CLUSTER, batch, Window.ALL).run();
    this.fifo = run("fifo_greedy_agnostic", batch, Rules.ORIGINAL);
    this.ours = run("makespan", batch, Rules.DEFAULT);
    this.ideal = run("makespan", batch, Rules.IDEAL);
    this.gandiva = run("gandiva", batch, Rules.ORIGINAL);
    this.sharing =
        RunFactory.sharing("makespan_packed", Makespan.create(), batch, Window.ALL).run();
  }

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    return new MakespanExperiment(experimentScale).experiment();
  }

  private static ExperimentRun run(String key, JobSource batch, Rules rules) {
    return RunFactory.of(key, RunFactory.CLUSTER, batch, Window.ALL).by(rules).run();
  }

  private Experiment experiment() {
    return new Experiment(
            "makespan",
            "For a batch of 700 jobs with gangs, the makespan is 244 h under the makespan policy,"
                + " 226 h with worker sharing, 620 h under FIFO and 347 h under Gandiva.",
            experimentScale.seeds(3),
            List.of(makespan, faulty, gandiva, sharing, fifo, ours, ideal),
            figures())
        .noting(
            "Agnostic FIFO ends with the unluckiest of the long jobs, so its spread over the seeds"
                + " is large. As published it may also give jobs workers that they cannot use; if"
                + " such jobs remain, its makespan covers the other jobs only.");
  }

  private List<ReproducedFigure> figures() {
    return List.of(
        ReproducedFigure.published("makespan policy, h", 244.2, r -> makespan(r, makespan)),
        ReproducedFigure.published("FIFO as published, h", 619.5, r -> makespan(r, faulty)),
        ReproducedFigure.published(
            "FIFO as published over makespan policy",
            619.5 / 244.2,
            r -> makespan(r, faulty) / makespan(r, makespan)),
        ReproducedFigure.published("Gandiva, h", 347.3, r -> makespan(r, gandiva)),
        ReproducedFigure.published(
            "Gandiva over makespan policy",
            347.3 / 244.2,
            r -> makespan(r, gandiva) / makespan(r, makespan)),
        ReproducedFigure.published(
            "makespan policy, sharing workers, default rules, h", 226.2, r -> makespan(r, sharing)),
        ReproducedFigure.published(
            "sharing over alone", 226.2 / 244.2, r -> makespan(r, sharing) / makespan(r, ours)),
        ReproducedFigure.ours("FIFO with a random type per job, h", r -> makespan(r, fifo)),
        ReproducedFigure.ours("makespan policy by default rules, h", r -> makespan(r, ours)),
        ReproducedFigure.ours("makespan policy, ideal, h", r -> makespan(r, ideal)));
  }

  private static double makespan(Results results, ExperimentRun experimentRun) {
    return results.mean(experimentRun, Simulation.MAKESPAN_HOURS);
  }
}
