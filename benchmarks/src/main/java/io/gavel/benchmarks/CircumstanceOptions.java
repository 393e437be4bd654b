package io.gavel.benchmarks;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.simulation.Circumstances;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a simulated cluster is subject to beside its jobs. */
final class CircumstanceOptions {

  @Option(
      names = "--until",
      paramLabel = "HOURS",
      description = "The run is over then, whatever is left of the jobs.")
  private @Nullable Double hours;

  /** As the options say. */
  Circumstances circumstances(boolean faithful) {
    if (faithful && hours != null) {
      throw new InvalidInputException(
          "--until: the original has no such thing; leave out --faithful");
    }
    return hours == null ? Circumstances.NONE : new Circumstances(until(hours));
  }

  private static double until(double hours) {
    if (!(hours > 0) || hours == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "--until is %s hours; must be finite and greater than 0".formatted(hours));
    }
    return 3600 * hours;
  }
}
