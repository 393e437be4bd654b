package io.gavel.cli.options;

import io.gavel.catalog.OwnClasses;
import io.gavel.catalog.PlacementCatalog;
import io.gavel.catalog.PlacementChoice;
import io.gavel.experiment.Scenario;
import io.gavel.mechanism.placement.TaskClass;
import io.gavel.mechanism.placement.TaskMix;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the placement of leases. */
public final class PlacementOption {

  /** The sizes of jobs that {@code --shares} draws, in per cent. */
  private static final TaskMix SIZES =
      new TaskMix(
          List.of(share(500, 25), share(200, 20), share(300, 20), share(1000, 20), share(700, 15)));

  @Option(
      names = "--placement",
      paramLabel = "NAME",
      description =
          "Placement of leases that do not extend others: fgd, bestfit, packing, clustering,"
              + " dotprod, random, firstfit, worstfit, strided, or class:NAME (default: gangs on"
              + " the first server with room, shares on the fullest worker). fgd expects the sizes"
              + " of --shares.")
  private @Nullable String name;

  private static TaskClass share(int milli, long percent) {
    return new TaskClass(0, 1, milli, List.of(), percent);
  }

  /** The name given; empty for the default. */
  Optional<String> name() {
    return Optional.ofNullable(name);
  }

  /** Returns a scenario under this placement. */
  Scenario under(Scenario scenario, OwnClasses own) {
    if (name == null) {
      return scenario;
    }
    if (scenario.faithful()) {
      throw new InvalidInputException(
          "--placement: not available by the rules of the original; omit --faithful");
    }
    PlacementChoice choice = PlacementChoice.of(name, own);
    if (choice == PlacementCatalog.LEARNING) {
      throw new InvalidInputException(
          "--placement: learning sees the tasks of one round only; use fgd");
    }
    return scenario.under(scenario.conditions().placedBy(choice.strategy(SIZES, 1, 0)));
  }
}
