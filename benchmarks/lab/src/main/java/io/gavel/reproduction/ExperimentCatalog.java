package io.gavel.reproduction;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentScale;
import io.gavel.reproduction.gavel.CostAndDeadlines;
import io.gavel.reproduction.gavel.EstimatedSharing;
import io.gavel.reproduction.gavel.Fifo;
import io.gavel.reproduction.gavel.FinishTimeGangs;
import io.gavel.reproduction.gavel.Hierarchy;
import io.gavel.reproduction.gavel.LasMulti;
import io.gavel.reproduction.gavel.LasSingle;
import io.gavel.reproduction.gavel.LeaseRenewal;
import io.gavel.reproduction.gavel.LowLoad;
import io.gavel.reproduction.gavel.MoveCosts;
import io.gavel.reproduction.gavel.Newcomers;
import io.gavel.reproduction.gavel.PhysicalCluster;
import io.gavel.reproduction.gavel.Priorities;
import io.gavel.reproduction.gavel.RoundLengths;
import io.gavel.reproduction.gavel.SmallClusterAlone;
import io.gavel.reproduction.gavel.SpaceSharing;
import io.gavel.reproduction.loads.LoadCurves;
import io.gavel.reproduction.makespan.MakespanByJobs;
import io.gavel.reproduction.makespan.MakespanByShare;
import io.gavel.reproduction.makespan.MakespanExperiment;
import io.gavel.reproduction.related.AverageJct;
import io.gavel.reproduction.related.Fgd;
import io.gavel.reproduction.related.FgdStrided;
import io.gavel.reproduction.related.FgdTraces;
import io.gavel.reproduction.related.ThemisApps;
import io.gavel.reproduction.related.ThemisFairness;
import io.gavel.reproduction.uncertainty.LearningWhileRunning;
import io.gavel.reproduction.uncertainty.Uncertainty;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.function.Function;

/** The experiments that reproduce published results. */
public final class ExperimentCatalog {

  /** All experiments, in the order in which they run. */
  private static final List<Function<ExperimentScale, Experiment>> EXPERIMENTS =
      List.of(
          LasSingle::of,
          LasMulti::of,
          LoadCurves::maxMin,
          FinishTimeGangs::of,
          LoadCurves::finishTimes,
          MakespanExperiment::of,
          MakespanByJobs::of,
          MakespanByShare::of,
          Fifo::of,
          LoadCurves::fifo,
          Priorities::of,
          LowLoad::of,
          SpaceSharing::of,
          EstimatedSharing::of,
          SmallClusterAlone::of,
          PhysicalCluster::of,
          LeaseRenewal::of,
          MoveCosts::of,
          Newcomers::of,
          RoundLengths::of,
          CostAndDeadlines::of,
          Fgd::of,
          FgdTraces::of,
          FgdStrided::atOnce,
          FgdStrided::arriving,
          AverageJct::of,
          ThemisFairness::of,
          ThemisApps::of,
          Hierarchy::of,
          Uncertainty::of,
          LearningWhileRunning::of);

  private ExperimentCatalog() {}

  /** Returns all experiments, in the order in which they run. */
  public static List<Experiment> all(ExperimentScale experimentScale) {
    return EXPERIMENTS.stream().map(of -> of.apply(experimentScale)).toList();
  }

  /** Returns the experiment with a name, or all experiments for {@code all}. */
  public static List<Experiment> named(String name, ExperimentScale experimentScale) {
    List<Experiment> all = all(experimentScale);
    List<Experiment> chosen =
        all.stream()
            .filter(experiment -> name.equals("all") || experiment.name().equals(name))
            .toList();
    if (chosen.isEmpty()) {
      throw new InvalidInputException(
          "there is no experiment \"%s\"; known: all, %s"
              .formatted(name, String.join(", ", all.stream().map(Experiment::name).toList())));
    }
    return chosen;
  }
}
