package io.gavel.cli.options;

import io.gavel.catalog.OwnClasses;
import io.gavel.catalog.PlacementCatalog;
import io.gavel.catalog.PlacementChoice;
import io.gavel.experiment.Scenario;
import io.gavel.mechanism.placement.TaskMix;
import io.gavel.mechanism.placement.TaskMix.TaskClass;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.JobGenerator;
import io.gavel.workload.JobGenerator.Share;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the placement of leases. */
public final class PlacementOption {

  /** The sizes of jobs that {@code --shares} draws, the most common first. */
  private static final TaskMix SIZES =
      new TaskMix(
          JobGenerator.SHARES.stream()
              .sorted(Comparator.comparingInt(Share::percent).reversed())
              .map(share -> new TaskClass(0, 1, share.gpuMilli(), List.of(), share.percent()))
              .toList());

  @Option(names = "--placement", paramLabel = "NAME")
  private @Nullable String name;

  /** Returns the name given; empty for the default. */
  Optional<String> name() {
    return Optional.ofNullable(name);
  }

  /** Returns a scenario under this placement. */
  Scenario under(Scenario scenario, OwnClasses own) {
    if (name == null) {
      return scenario;
    }
    WorkloadOptions.requireRounds("--placement", scenario.rules());
    PlacementChoice choice = PlacementChoice.of(name, own);
    if (choice == PlacementCatalog.LEARNING) {
      throw new InvalidInputException(
          "--placement: learning sees the tasks of one round only; use fgd");
    }
    return scenario.under(scenario.conditions().placedBy(choice.strategy(SIZES, 1, 0)));
  }
}
