package io.gavel.cli.options;

import io.gavel.catalog.MethodCatalog;
import io.gavel.catalog.OwnClasses;
import io.gavel.cli.report.Messages;
import io.gavel.experiment.Scenario;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.workload.InvalidInputException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for run conditions: an end time, worker failures, estimated and learnt throughputs. */
public final class RunConditionOptions {

  @Option(names = "--until", paramLabel = "HOURS")
  private @Nullable Double until;

  @Option(names = "--mtbf", paramLabel = "HOURS")
  private @Nullable Double mtbf;

  @Option(names = "--repair", paramLabel = "HOURS")
  private @Nullable Double repair;

  @Option(names = "--slo-margin", paramLabel = "SECONDS")
  private @Nullable Double sloMargin;

  @Option(names = "--estimate", paramLabel = "METHOD")
  private @Nullable String method;

  @Option(names = "--references", paramLabel = "N")
  private @Nullable Integer references;

  @Option(names = "--profile", paramLabel = "P")
  private @Nullable Double profile;

  @Mixin private LearningOptions learnt = new LearningOptions();

  /**
   * Returns the conditions that the options describe.
   *
   * @param own the classes of users
   */
  public RunConditions conditions(Scenario scenario, long seed, OwnClasses own) {
    boolean faithful = scenario.faithful();
    RunConditions conditions = scenario.conditions();
    if (until != null) {
      conditions = conditions.until(seconds("--until", until, faithful));
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
        conditions = conditions.with(new FailureModel(mean, out, seed));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("--mtbf, --repair: " + Messages.oneLine(e));
      }
    }
    if (sloMargin != null) {
      if (faithful) {
        throw notOriginal("--slo-margin");
      }
      try {
        conditions = conditions.withSloMargin(sloMargin);
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("--slo-margin: " + Messages.oneLine(e));
      }
    }
    if (learnt.isGiven() && faithful) {
      throw notOriginal("--learn");
    }
    RunConditions known = conditions;
    RunConditions learning =
        learnt.learning(scenario, references(), seed).map(known::with).orElse(known);
    return estimation(scenario, seed, own).map(learning::with).orElse(learning);
  }

  private int references() {
    return references == null ? Estimation.PUBLISHED_REFERENCES : references;
  }

  private Optional<Estimation> estimation(Scenario scenario, long seed, OwnClasses own) {
    if (method == null) {
      if ((references != null && !learnt.isGiven()) || profile != null) {
        throw new InvalidInputException("--references and --profile go with --estimate METHOD");
      }
      return Optional.empty();
    }
    if (scenario.faithful()) {
      throw notOriginal("--estimate");
    }
    if (!scenario.policy().packed()) {
      throw new InvalidInputException(
          "--estimate applies to jobs that share workers; policy %s does not share workers"
              .formatted(scenario.policy().key()));
    }
    try {
      return Optional.of(
          new Estimation(
              MethodCatalog.entry("--estimate", method, own).method(),
              references(),
              profile == null ? Estimation.PUBLISHED_PROFILE : profile,
              seed));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--estimate: " + Messages.oneLine(e));
    }
  }

  private static InvalidInputException notOriginal(String option) {
    return new InvalidInputException(
        option + ": not available by the rules of the original; omit --faithful");
  }

  private static double seconds(String option, double hours, boolean faithful) {
    if (faithful) {
      throw notOriginal(option);
    }
    double seconds = 3600 * hours;
    Range.require(Range.isPositive(seconds), option, hours + " hours", "finite and greater than 0");
    return seconds;
  }
}
