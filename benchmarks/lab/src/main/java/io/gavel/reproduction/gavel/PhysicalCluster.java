package io.gavel.reproduction.gavel;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Simulation;
import java.util.List;

/** Simulation of the traces of the physical cluster. */
public final class PhysicalCluster {

  private PhysicalCluster() {}

  /**
   * Creates the experiment.
   *
   * @param experimentScale the scale of the runs
   * @return the experiment
   */
  public static Experiment of(ExperimentScale experimentScale) {
    ExperimentRun aware =
        PhysicalTraces.run("max_min_fairness", PhysicalTraces.ARRIVING, Rules.ORIGINAL);
    ExperimentRun blind =
        PhysicalTraces.run("max_min_fairness_agnostic", PhysicalTraces.ARRIVING, Rules.ORIGINAL);
    ExperimentRun makespan = PhysicalTraces.run("makespan", PhysicalTraces.AT_ONCE, Rules.ORIGINAL);
    ExperimentRun gandiva = PhysicalTraces.run("gandiva", PhysicalTraces.AT_ONCE, Rules.ORIGINAL);
    ExperimentRun ours =
        PhysicalTraces.run("max_min_fairness", PhysicalTraces.ARRIVING, Rules.DEFAULT);
    ExperimentRun oursBlind =
        PhysicalTraces.run("max_min_fairness_agnostic", PhysicalTraces.ARRIVING, Rules.DEFAULT);
    ExperimentRun oursMakespan =
        PhysicalTraces.run("makespan", PhysicalTraces.AT_ONCE, Rules.DEFAULT);
    return new Experiment(
        "physical",
        "Simulated traces of the physical cluster (8:16:24 workers): average JCT 3.7 h aware and"
            + " 5.4 h agnostic, makespan 17.6 h for the makespan policy and 22.1 h for Gandiva.",
        experimentScale.seeds(3),
        List.of(aware, blind, makespan, gandiva, ours, oursBlind, oursMakespan),
        List.of(
            ReproducedFigure.published("aware, average JCT, h", 3.7, r -> r.jctHours(aware)),
            ReproducedFigure.published("agnostic, average JCT, h", 5.4, r -> r.jctHours(blind)),
            ReproducedFigure.published(
                "agnostic over aware", 5.4 / 3.7, r -> r.jctRatio(blind, aware)),
            ReproducedFigure.published(
                "makespan policy, makespan, h",
                17.6,
                r -> r.mean(makespan, Simulation.MAKESPAN_HOURS)),
            ReproducedFigure.published(
                "Gandiva, makespan, h", 22.1, r -> r.mean(gandiva, Simulation.MAKESPAN_HOURS)),
            ReproducedFigure.ours("aware by default rules, average JCT, h", r -> r.jctHours(ours)),
            ReproducedFigure.ours(
                "agnostic by default rules, average JCT, h", r -> r.jctHours(oursBlind)),
            ReproducedFigure.ours(
                "makespan policy by default rules, makespan, h",
                r -> r.mean(oursMakespan, Simulation.MAKESPAN_HOURS))));
  }
}
