package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.reproduction.gavel.CostAndDeadlines;
import io.gavel.benchmarks.reproduction.gavel.EstimatedSharing;
import io.gavel.benchmarks.reproduction.gavel.Fifo;
import io.gavel.benchmarks.reproduction.gavel.FinishTimeGangs;
import io.gavel.benchmarks.reproduction.gavel.Hierarchy;
import io.gavel.benchmarks.reproduction.gavel.LasMulti;
import io.gavel.benchmarks.reproduction.gavel.LasSingle;
import io.gavel.benchmarks.reproduction.gavel.LeaseRenewal;
import io.gavel.benchmarks.reproduction.gavel.LowLoad;
import io.gavel.benchmarks.reproduction.gavel.MakespanExperiment;
import io.gavel.benchmarks.reproduction.gavel.PhysicalCluster;
import io.gavel.benchmarks.reproduction.gavel.Priorities;
import io.gavel.benchmarks.reproduction.gavel.RoundLengths;
import io.gavel.benchmarks.reproduction.gavel.SmallClusterAlone;
import io.gavel.benchmarks.reproduction.gavel.SpaceSharing;
import io.gavel.benchmarks.reproduction.related.AverageJct;
import io.gavel.benchmarks.reproduction.related.Fgd;
import io.gavel.benchmarks.reproduction.related.FgdStrided;
import io.gavel.benchmarks.reproduction.related.FgdTraces;
import io.gavel.benchmarks.reproduction.related.PartitionedFairness;
import io.gavel.benchmarks.reproduction.related.PowerMeans;
import io.gavel.benchmarks.reproduction.related.ThemisFairness;
import io.gavel.benchmarks.reproduction.related.TiresiasQueues;
import java.util.List;
import java.util.function.Function;

/** The published results that the command line runs again. */
final class ExperimentCatalog {

  /** In the order in which they are run. */
  private static final List<Function<Size, Experiment>> EXPERIMENTS =
      List.of(
          LasSingle::of,
          LasMulti::of,
          FinishTimeGangs::of,
          MakespanExperiment::of,
          Fifo::of,
          Priorities::of,
          LowLoad::of,
          SpaceSharing::of,
          EstimatedSharing::of,
          SmallClusterAlone::of,
          PhysicalCluster::of,
          LeaseRenewal::of,
          RoundLengths::of,
          CostAndDeadlines::of,
          Fgd::of,
          FgdTraces::of,
          FgdStrided::of,
          AverageJct::of,
          PowerMeans::of,
          ThemisFairness::of,
          TiresiasQueues::of,
          Hierarchy::of,
          PartitionedFairness::of);

  private ExperimentCatalog() {}

  /** All, in the order in which they are run. */
  static List<Experiment> all(Size size) {
    return EXPERIMENTS.stream().map(of -> of.apply(size)).toList();
  }

  /** The experiments of a name, which may be {@code all}. */
  static List<Experiment> named(String name, Size size) {
    List<Experiment> all = all(size);
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
