package io.gavel.reproduction;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentScale;
import io.gavel.workload.InvalidInputException;
import java.util.List;

/** The experiments that reproduce published results. */
public final class ExperimentCatalog {

  private ExperimentCatalog() {}

  /** Returns all experiments, in the order in which they run. */
  public static List<Experiment> all(ExperimentScale experimentScale) {
    return SpecificationReader.names().stream()
        .map(name -> SpecificationReader.read(name, experimentScale))
        .toList();
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
