package io.gavel.benchmarks;

import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.simulation.Breakdowns;
import io.gavel.benchmarks.simulation.Circumstances;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a simulated cluster is subject to beside its jobs. */
final class CircumstanceOptions {

  @Option(
      names = "--until",
      paramLabel = "HOURS",
      description = "The run is over then, whatever is left of the jobs.")
  private @Nullable Double until;

  @Option(
      names = "--mtbf",
      paramLabel = "HOURS",
      description =
          "Workers fail, each after this time of service on average, drawn by --seed; a job that"
              + " loses a worker loses what it did in the round.")
  private @Nullable Double mtbf;

  @Option(
      names = "--repair",
      paramLabel = "HOURS",
      description = "How long a worker is out that failed; goes with --mtbf.")
  private @Nullable Double repair;

  /** As the options say. */
  Circumstances circumstances(boolean faithful, long seed) {
    Circumstances all = Circumstances.NONE;
    if (until != null) {
      all = all.until(seconds("--until", until, faithful));
    }
    if ((mtbf == null) != (repair == null)) {
      throw new InvalidInputException(
          "--mtbf and --repair go together; %s is missing"
              .formatted(mtbf == null ? "--mtbf" : "--repair"));
    }
    if (mtbf != null && repair != null) {
      double mean = seconds("--mtbf", mtbf, faithful);
      all = all.with(new Breakdowns(mean, seconds("--repair", repair, faithful), seed));
    }
    return all;
  }

  private static double seconds(String option, double hours, boolean faithful) {
    if (faithful) {
      throw new InvalidInputException(
          option + ": the original has no such thing; leave out --faithful");
    }
    double seconds = 3600 * hours;
    if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "%s is %s hours; must be finite and greater than 0".formatted(option, hours));
    }
    return seconds;
  }
}
