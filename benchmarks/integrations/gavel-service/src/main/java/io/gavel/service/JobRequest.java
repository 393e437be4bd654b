package io.gavel.service;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A client's description of a job. Immutable.
 *
 * @param stepsPerSecond by worker type, without zeros; it cannot run on types that are left out
 * @param workers the size of its gang
 * @param weight its weight
 * @param steps the number of steps; null if unknown
 * @param command what agents run on each worker; empty if agents know by themselves
 */
record JobRequest(
    Map<String, Double> stepsPerSecond,
    int workers,
    double weight,
    @Nullable Double steps,
    List<String> command) {

  JobRequest {
    stepsPerSecond = new TreeMap<>(stepsPerSecond);
    stepsPerSecond.values().removeIf(rate -> rate == 0); // says the same as nothing
    command = List.copyOf(command);
    if (steps != null && !(steps > 0 && steps < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("steps are " + steps + "; they must be finite and > 0");
    }
  }

  /** Returns the request in the form of clients, with omitted fields. */
  @JsonCreator
  static JobRequest of(
      @JsonProperty("steps_per_second") @Nullable Map<String, Double> stepsPerSecond,
      @JsonProperty("workers") @Nullable Integer workers,
      @JsonProperty("weight") @Nullable Double weight,
      @JsonProperty("steps") @Nullable Double steps,
      @JsonProperty("command") @Nullable List<String> command) {
    if (stepsPerSecond == null || stepsPerSecond.containsValue(null)) {
      throw new IllegalArgumentException(
          "steps_per_second is missing; it must have a number for each worker type where the job"
              + " can run");
    }
    if (command != null && command.contains(null)) {
      throw new IllegalArgumentException("command has a null; it must be a list of texts");
    }
    return new JobRequest(
        stepsPerSecond,
        workers == null ? 1 : workers,
        weight == null ? 1 : weight,
        steps,
        command == null ? List.of() : command);
  }

  /** Returns the job of the library, with the steps that are left. */
  Job job(String id, double stepsDone) {
    Job.Builder job = Job.builder(id).scaleFactor(workers).weight(weight);
    return (steps == null ? job : job.stepsRemaining(Math.max(0, steps - stepsDone))).build();
  }

  /**
   * Steps per second, {@code [type]}.
   *
   * @throws IllegalArgumentException if the cluster lacks a type, or the job can run nowhere
   */
  double[] rates(Cluster cluster) {
    stepsPerSecond.keySet().forEach(cluster::indexOf);
    double[] rates =
        cluster.types().stream()
            .map(WorkerType::name)
            .mapToDouble(type -> stepsPerSecond.getOrDefault(type, 0.0))
            .toArray();
    if (stepsPerSecond.isEmpty()) {
      throw new IllegalArgumentException("steps_per_second is 0 everywhere; one must be positive");
    }
    return rates;
  }
}
