package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Messages;
import io.gavel.experiment.Scenario;
import io.gavel.simulator.Learning;
import io.gavel.workload.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for throughputs that are learned from reports of jobs. */
public final class LearningOptions {

  @Option(names = "--learn", paramLabel = "N")
  private @Nullable Integer measured;

  @Option(names = "--explore", paramLabel = "SHARE")
  private @Nullable Double exploration;

  @Option(names = "--drift", paramLabel = "HOURS=FACTOR")
  private Map<Double, Double> drifts = new LinkedHashMap<>();

  @Option(names = "--lie", paramLabel = "JOB=FACTOR")
  private Map<String, Double> lies = new LinkedHashMap<>();

  /** Returns whether throughputs are learnt. */
  boolean isGiven() {
    return measured != null;
  }

  /** Adds the options given to the settings of a run. */
  void describe(ObjectNode setting) {
    if (measured != null) {
      setting.put("learn", measured);
    }
    if (exploration != null) {
      setting.put("explore", exploration);
    }
    if (!drifts.isEmpty()) {
      setting.put("drift", drifts.toString());
    }
    if (!lies.isEmpty()) {
      setting.put("lie", lies.toString());
    }
  }

  /** Returns the learning that the options describe; empty if there is none. */
  Optional<Learning> learning(Scenario scenario, int references, long seed) {
    if (measured == null) {
      if (exploration != null || !drifts.isEmpty() || !lies.isEmpty()) {
        throw new InvalidInputException("--explore, --drift and --lie go with --learn N");
      }
      return Optional.empty();
    }
    if (scenario.policy().packed()) {
      throw new InvalidInputException(
          "--learn applies to jobs alone; policy %s lets jobs share workers"
              .formatted(scenario.policy().key()));
    }
    if (drifts.size() > 1) {
      throw new InvalidInputException(
          "--drift has %s values; it must be one".formatted(drifts.size()));
    }
    try {
      Learning learning =
          Learning.standard(Double.POSITIVE_INFINITY, references, seed)
              .measuring(measured)
              .exploring(exploration == null ? 0 : exploration)
              .lying(lies);
      return Optional.of(
          drifts.entrySet().stream()
              .map(drift -> new Learning.Drift(3600 * drift.getKey(), drift.getValue()))
              .findFirst()
              .map(learning::with)
              .orElse(learning));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--learn: " + Messages.oneLine(e));
    }
  }
}
