package io.gavel.cli.options;

import io.gavel.catalog.MethodCatalog;
import io.gavel.cli.report.Messages;
import io.gavel.experiment.Scenario;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.workload.InvalidInputException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a simulated cluster is subject to beside its jobs. */
public final class RunConditionOptions {

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

  @Option(
      names = "--estimate",
      paramLabel = "METHOD",
      description =
          "The policy is not told what jobs make of workers that they share, but estimates it; see"
              + " gavel estimate --method list.")
  private @Nullable String method;

  @Option(
      names = "--references",
      paramLabel = "N",
      description = "With --estimate: how many job types are known in full (default 16).")
  private @Nullable Integer references;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description =
          "With --estimate: probability that a job was measured beside a known type (default 0.2).")
  private @Nullable Double profile;

  /** As the options say. */
  public RunConditions circumstances(Scenario scenario, long seed) {
    boolean faithful = scenario.faithful();
    RunConditions all = RunConditions.NONE;
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
      double out = seconds("--repair", repair, faithful);
      try {
        all = all.with(new FailureModel(mean, out, seed));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("--mtbf, --repair: " + Messages.oneLine(e));
      }
    }
    return estimation(scenario, seed).map(all::with).orElse(all);
  }

  private Optional<Estimation> estimation(Scenario scenario, long seed) {
    if (method == null) {
      if (references != null || profile != null) {
        throw new InvalidInputException("--references and --profile go with --estimate METHOD");
      }
      return Optional.empty();
    }
    if (scenario.faithful()) {
      throw notOriginal("--estimate");
    }
    if (!scenario.policy().packed()) {
      throw new InvalidInputException(
          "--estimate is of jobs that share workers; under %s none do"
              .formatted(scenario.policy().key()));
    }
    try {
      return Optional.of(
          new Estimation(
              MethodCatalog.entry("--estimate", method).method(),
              references == null ? Estimation.PUBLISHED_REFERENCES : references,
              profile == null ? Estimation.PUBLISHED_PROFILE : profile,
              seed));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--estimate: " + Messages.oneLine(e));
    }
  }

  private static InvalidInputException notOriginal(String option) {
    return new InvalidInputException(
        option + ": not by the rules of the original; leave out --faithful");
  }

  private static double seconds(String option, double hours, boolean faithful) {
    if (faithful) {
      throw notOriginal(option);
    }
    double seconds = 3600 * hours;
    if (!(seconds > 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "%s is %s hours; must be finite and greater than 0".formatted(option, hours));
    }
    return seconds;
  }
}
