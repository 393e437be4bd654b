package io.gavel.reproduction.gavel;

import io.gavel.catalog.RunFactory;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import io.gavel.mechanism.plan.Overhead;
import io.gavel.mechanism.plan.RoundOptions;
import io.gavel.simulator.Window;
import java.util.ArrayList;
import java.util.List;

/** The cost of preemptions with lease renewal. */
public final class LeaseRenewal {

  private static final double PATIENCE_ROUNDS = 1.25;

  private static final String WHY =
      "Each move here costs the part of a round that was measured without renewal. To lose as"
          + " little as published, the job must have kept its workers in five of six rounds. By"
          + " default, rounds follow the allocation as closely as they can and do not weigh moves.";

  /**
   * A published model.
   *
   * @param name its name
   * @param moving what it loses without renewal, per cent of each round of 360 s (table 4)
   * @param renewing what it loses with renewal, per cent
   */
  private record Model(String name, double moving, double renewing) {

    /** Rounds in which a move costs what a round costs without renewal. */
    RoundOptions rounds() {
      double seconds = moving / 100 * RoundOptions.defaults().roundSeconds();
      return RoundOptions.defaults().withOverhead(new Overhead(seconds / 2, seconds / 2));
    }
  }

  private static final Model LONGEST = new Model("LSTM", 2.91, 0.47);

  private static final List<Model> MODELS =
      List.of(
          LONGEST,
          new Model("ResNet-50", 1.58, 0.25),
          new Model("ResNet-18", 0.94, 0.17),
          new Model("Transformer", 0.77, 0.11),
          new Model("CycleGAN", 0.77, 0.11),
          new Model("A3C", 0.22, 0));

  /** Rounds in which moving a job costs what it cost without renewal. */
  static final RoundOptions LSTM = LONGEST.rounds();

  private LeaseRenewal() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    List<ExperimentRun> runs = new ArrayList<>();
    List<ReproducedFigure> figures = new ArrayList<>();
    for (Model model : MODELS) {
      ExperimentRun run = simulation().with(model.rounds()).run();
      ExperimentRun patient = simulation().with(model.rounds().withPatience(PATIENCE_ROUNDS)).run();
      runs.addAll(List.of(run, patient));
      ReproducedFigure lost =
          ReproducedFigure.published(
              "%s: time lost to moves and pauses, %%".formatted(model.name()),
              model.renewing(),
              r -> 100 * r.mean(run, Simulation.OVERHEAD));
      figures.add(model.equals(LONGEST) ? lost.because(WHY) : lost);
      figures.add(
          ReproducedFigure.published(
              "%s: the same with a patience of 1.25 rounds".formatted(model.name()),
              model.renewing(),
              r -> 100 * r.mean(patient, Simulation.OVERHEAD)));
    }
    ExperimentRun moving = runs.get(0);
    ExperimentRun patient = runs.get(1);
    ExperimentRun original =
        PhysicalTraces.run("max_min_fairness", PhysicalTraces.ARRIVING, Rules.ORIGINAL);
    ExperimentRun free = simulation().run();
    runs.addAll(List.of(original, free));
    figures.addAll(
        List.of(
            ReproducedFigure.ours(
                "LSTM: leases extended, %", r -> 100 * r.mean(moving, Simulation.EXTENDED)),
            ReproducedFigure.ours(
                "LSTM: leases extended with patience, %",
                r -> 100 * r.mean(patient, Simulation.EXTENDED)),
            ReproducedFigure.ours(
                "leases extended by the original's rules, %",
                r -> 100 * r.mean(original, Simulation.EXTENDED)),
            ReproducedFigure.ours(
                "LSTM: average JCT over average JCT without move costs",
                r -> r.jctRatio(moving, free)),
            ReproducedFigure.ours("LSTM: the same with patience", r -> r.jctRatio(patient, free))));
    return new Experiment(
        "leases",
        "Lease renewal lowers the cost of preemptions from 2.91 % to at most 0.47 % of the time"
            + " (LSTM), and to 0 to 0.25 % for five other models (table 4).",
        List.of(0L),
        runs,
        figures,
        List.of(),
        "[moves](moves.md) has the cost of moves for other patience, and the lag that it brings.");
  }

  private static Simulation simulation() {
    return RunFactory.of(
        "max_min_fairness", PhysicalTraces.CLUSTER, PhysicalTraces.ARRIVING, Window.ALL);
  }
}
