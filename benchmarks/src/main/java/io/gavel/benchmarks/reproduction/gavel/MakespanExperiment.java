package io.gavel.benchmarks.reproduction.gavel;

import io.gavel.benchmarks.Arms;
import io.gavel.benchmarks.Size;
import io.gavel.benchmarks.experiment.Arm;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.JobSource;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import io.gavel.benchmarks.experiment.Rules;
import io.gavel.benchmarks.experiment.Simulation;
import io.gavel.benchmarks.simulation.Window;
import io.gavel.benchmarks.workload.Workload;
import io.gavel.policies.lp.Makespan;
import java.util.List;

/** The makespan policy on a batch of jobs, some of them gangs. */
public final class MakespanExperiment {

  private final Size size;
  private final Arm makespan;
  private final Arm faulty;
  private final Arm fifo;
  private final Arm ours;
  private final Arm ideal;
  private final Arm gandiva;
  private final Arm sharing;

  private MakespanExperiment(Size size) {
    this.size = size;
    JobSource batch = JobSource.of(Workload.published(0).withGangs(), size.count(700));
    this.makespan = arm("makespan", batch, Rules.ORIGINAL);
    this.faulty = Arms.faultyFifo(Arms.CLUSTER, batch, Window.ALL).arm();
    this.fifo = arm("fifo_greedy_agnostic", batch, Rules.ORIGINAL);
    this.ours = arm("makespan", batch, Rules.DEFAULT);
    this.ideal = arm("makespan", batch, Rules.IDEAL);
    this.gandiva = arm("gandiva", batch, Rules.ORIGINAL);
    this.sharing = Arms.sharing("makespan_packed", Makespan.create(), batch, Window.ALL).arm();
  }

  /**
   * The experiment.
   *
   * @param size how much of it is run
   * @return arms, figures and charts
   */
  public static Experiment of(Size size) {
    return new MakespanExperiment(size).experiment();
  }

  private static Arm arm(String key, JobSource batch, Rules rules) {
    return Arms.of(key, Arms.CLUSTER, batch, Window.ALL).by(rules).arm();
  }

  private Experiment experiment() {
    return new Experiment(
            "makespan",
            "700 jobs at once, gangs among them: the makespan policy needs 244 h where FIFO needs 620 and"
                + " Gandiva 347; where jobs share workers 226.",
            size.seeds(3),
            List.of(makespan, faulty, gandiva, sharing, fifo, ours, ideal),
            figures())
        .noting(
            "FIFO that is blind to types ends when the unluckiest of the long jobs does, and so is"
                + " far apart from seed to seed. As published it may also give jobs workers that"
                + " they cannot use; where some are left on these, its makespan is of the others.");
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
        ReproducedFigure.ours(
            "FIFO that draws a type for each job anew, h", r -> makespan(r, fifo)),
        ReproducedFigure.ours("makespan policy by default rules, h", r -> makespan(r, ours)),
        ReproducedFigure.ours("makespan policy, ideal, h", r -> makespan(r, ideal)));
  }

  private static double makespan(Results results, Arm arm) {
    return results.mean(arm, Simulation.MAKESPAN_HOURS);
  }
}
