package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.input.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;

/** The published results that the command line runs again. */
final class ExperimentCatalog {

  private ExperimentCatalog() {}

  /** All, in the order in which they are run. */
  static List<Experiment> all(Size size) {
    return Stream.of(
            GavelExperiments.of(size),
            SharingExperiments.of(size),
            MechanismExperiments.of(size),
            PlacementExperiments.of(size),
            FieldExperiments.of(size))
        .flatMap(List::stream)
        .toList();
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
