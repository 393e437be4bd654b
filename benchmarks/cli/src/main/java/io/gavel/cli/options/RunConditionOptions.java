package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.MethodCatalog;
import io.gavel.catalog.OwnClasses;
import io.gavel.cli.report.Messages;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Scenario;
import io.gavel.input.InputText;
import io.gavel.input.ProblemReader;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.Estimation;
import io.gavel.simulator.RunConditions;
import io.gavel.simulator.failure.FailureModel;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options for run conditions: an end time, worker failures, rules for teams, estimated and learnt
 * throughputs, and whether idle workers are filled.
 */
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

  @Option(names = "--references", split = ",", paramLabel = "N")
  private List<Integer> references = List.of();

  @Option(names = "--profile", split = ",", paramLabel = "P")
  private List<Double> profiles = List.of();

  @Option(
      names = "--fill",
      negatable = true,
      defaultValue = Option.NULL_VALUE,
      fallbackValue = "true")
  private @Nullable Boolean fill;

  @Option(names = "--entities", paramLabel = "PROBLEM.json")
  private @Nullable Path entities;

  @Mixin private LearningOptions learnt = new LearningOptions();

  /**
   * What is measured before a run. Immutable.
   *
   * @param references the number of reference job types; empty = default
   * @param profile the probability that a job was measured with a reference; empty = default
   */
  public record Measured(OptionalInt references, OptionalDouble profile) {

    /** Adds the values given to the settings of a run. */
    public void describe(ObjectNode setting) {
      references.ifPresent(number -> setting.put("references", number));
      profile.ifPresent(probability -> setting.put("profile", probability));
    }
  }

  /** Returns every combination of the numbers of references and of the probabilities. */
  public List<Measured> measured() {
    List<OptionalInt> numbers =
        references.isEmpty()
            ? List.of(OptionalInt.empty())
            : references.stream().map(OptionalInt::of).toList();
    List<OptionalDouble> probabilities =
        profiles.isEmpty()
            ? List.of(OptionalDouble.empty())
            : profiles.stream().map(OptionalDouble::of).toList();
    return numbers.stream()
        .flatMap(number -> probabilities.stream().map(p -> new Measured(number, p)))
        .toList();
  }

  /** Returns the measurements before the only run of a command. */
  public Measured onlyMeasured() {
    List<Measured> all = measured();
    if (all.size() > 1) {
      throw new InvalidInputException(
          "--references and --profile have %s combinations; a single run has one"
              .formatted(all.size()));
    }
    return all.get(0);
  }

  /** Returns whether a run on given jobs depends on a seed. */
  public boolean isRandom() {
    return mtbf != null || method != null || learnt.isGiven();
  }

  /** Adds the options given to the settings of a run, except for the measurements before it. */
  void describe(ObjectNode setting, Rules rules) {
    if (until != null) {
      setting.put("until_h", until);
    }
    if (mtbf != null && repair != null) {
      setting.put("mtbf_h", mtbf);
      setting.put("repair_h", repair);
    }
    if (sloMargin != null) {
      setting.put("slo_margin_s", sloMargin);
    }
    if (method != null) {
      setting.put("estimate", method);
    }
    if (entities != null) {
      setting.put("entities", String.valueOf(entities.getFileName()));
      setting.put("entities_sha256", InputText.sha256(entities));
    }
    learnt.describe(setting);
    if (isFilling(rules)) {
      setting.put("fill", true);
    }
  }

  /** Returns the file of teams. */
  Optional<Path> entities() {
    return Optional.ofNullable(entities);
  }

  private boolean isFilling(Rules rules) {
    return fill == null ? rules == Rules.DEFAULT : fill;
  }

  /**
   * Returns the conditions that the options describe.
   *
   * @param own the classes of users
   */
  RunConditions conditions(Scenario scenario, Measured before, long seed, OwnClasses own) {
    Rules rules = scenario.rules();
    RunConditions conditions = scenario.conditions();
    if (isFilling(rules)) {
      WorkloadOptions.requireRounds("--fill", rules);
      conditions = conditions.filling();
    }
    if (until != null) {
      WorkloadOptions.requireRounds("--until", rules);
      conditions = conditions.until(seconds("--until", until));
    }
    if ((mtbf == null) != (repair == null)) {
      throw new InvalidInputException(
          "--mtbf and --repair go together; %s is missing"
              .formatted(mtbf == null ? "--mtbf" : "--repair"));
    }
    if (mtbf != null && repair != null) {
      WorkloadOptions.requireRounds("--mtbf", rules);
      double mean = seconds("--mtbf", mtbf);
      double out = seconds("--repair", repair);
      try {
        conditions = conditions.with(new FailureModel(mean, out, seed));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("--mtbf, --repair: " + Messages.oneLine(e));
      }
    }
    if (sloMargin != null) {
      WorkloadOptions.requireRounds("--slo-margin", rules);
      try {
        conditions = conditions.withSloMargin(sloMargin);
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("--slo-margin: " + Messages.oneLine(e));
      }
    }
    if (entities != null) {
      WorkloadOptions.requireRounds("--entities", rules);
      conditions = conditions.under(teams(entities, scenario.cluster()));
    }
    if (learnt.isGiven()) {
      WorkloadOptions.requireRounds("--learn", rules);
    }
    RunConditions known = conditions;
    int numberOfReferences = before.references().orElse(Estimation.PUBLISHED_REFERENCES);
    RunConditions learning =
        learnt.learning(scenario, numberOfReferences, seed).map(known::with).orElse(known);
    return estimation(scenario, before, seed, own).map(learning::with).orElse(learning);
  }

  /** Returns the teams, quotas and constraints of a problem file. */
  private static AllocationProblem teams(Path file, Cluster cluster) {
    AllocationProblem given = ProblemReader.read(file).problem();
    List<String> names = given.cluster().types().stream().map(WorkerType::name).toList();
    if (!names.equals(cluster.types().stream().map(WorkerType::name).toList())) {
      throw new InvalidInputException(
          "--entities: %s has the worker types %s; the cluster must have them in this order"
              .formatted(file, names));
    }
    AllocationProblem.Builder rules = given.edit();
    given.jobs().forEach(job -> rules.remove(job.id()));
    try {
      return rules.build().withCluster(cluster);
    } catch (IllegalArgumentException e) { // such as a constraint of a job
      throw new InvalidInputException("--entities: %s: %s".formatted(file, Messages.oneLine(e)));
    }
  }

  private Optional<Estimation> estimation(
      Scenario scenario, Measured before, long seed, OwnClasses own) {
    if (method == null) {
      if ((!references.isEmpty() && !learnt.isGiven()) || !profiles.isEmpty()) {
        throw new InvalidInputException("--references and --profile go with --estimate METHOD");
      }
      return Optional.empty();
    }
    WorkloadOptions.requireRounds("--estimate", scenario.rules());
    if (!scenario.policy().packed()) {
      throw new InvalidInputException(
          "--estimate applies to jobs that share workers; policy %s does not share workers"
              .formatted(scenario.policy().key()));
    }
    try {
      return Optional.of(
          new Estimation(
              MethodCatalog.entry("--estimate", method, own).method(),
              before.references().orElse(Estimation.PUBLISHED_REFERENCES),
              before.profile().orElse(Estimation.PUBLISHED_PROFILE),
              seed));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--estimate: " + Messages.oneLine(e));
    }
  }

  private static double seconds(String option, double hours) {
    double seconds = 3600 * hours;
    Range.require(Range.isPositive(seconds), option, hours + " hours", "finite and greater than 0");
    return seconds;
  }
}
