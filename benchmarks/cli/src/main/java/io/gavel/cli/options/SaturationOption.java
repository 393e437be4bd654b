package io.gavel.cli.options;

import io.gavel.experiment.Rules;
import io.gavel.workload.InvalidInputException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the search of the saturating load. */
public final class SaturationOption {

  /** The rate that stands for the search. */
  public static final String AUTO = "auto";

  @Option(names = "--jct-limit", paramLabel = "HOURS")
  private @Nullable Double hours;

  /** Returns the limit of the average completion time in hours; empty if there is none. */
  public OptionalDouble limitHours(@Nullable String rates, WorkloadOptions workload) {
    boolean search = AUTO.equals(rates);
    if (hours == null) {
      if (search && (!workload.isEndless() || workload.rules() == Rules.ORIGINAL)) {
        throw new InvalidInputException(
            "--rate auto requires --jct-limit HOURS, or --window FROM..TO without --faithful: only"
                + " such a run is aborted when jobs pile up");
      }
      return OptionalDouble.empty();
    }
    if (!search) {
      throw new InvalidInputException("--jct-limit goes with --rate auto");
    }
    Range.require(
        Range.isPositive(hours), "--jct-limit", hours + " hours", "finite and greater than 0");
    return OptionalDouble.of(hours);
  }
}
