package io.gavel.benchmarks;

import io.gavel.benchmarks.experiment.Scenario;
import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.ThroughputTableReader;
import io.gavel.policies.Cluster;
import java.nio.file.Path;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every simulation needs: throughputs, a workload, and the rules of the rounds. */
final class SimulationOptions {

  @Option(
      names = "--throughputs",
      required = true,
      paramLabel = "FILE",
      description = "JSON table.")
  private Path throughputs = Path.of("");

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  /** The file of throughputs. */
  Path file() {
    return throughputs;
  }

  /** The throughputs of the file. */
  ThroughputTable table() {
    return ThroughputTableReader.read(throughputs);
  }

  /** Jobs and rounds. */
  WorkloadOptions workload() {
    return workload;
  }

  /**
   * The policy that an option names.
   *
   * @param complaint if it names all policies
   */
  static PolicyEntry policy(String name, String complaint) {
    String key = PolicyCatalog.canonical(name);
    if (key.equals(PolicyCatalog.ALL)) {
      throw new InvalidInputException(complaint);
    }
    return PolicyCatalog.entry(key);
  }

  /**
   * A policy on a cluster by the rules of these options.
   *
   * @param mostActive with more jobs in the cluster the run is given up; empty = default
   */
  Scenario scenario(PolicyEntry entry, Cluster workers, OptionalInt mostActive) {
    return new Scenario(
        entry.choice(Scenario.referenceType(workers, workload.faithful())),
        workers,
        workload.rounds(),
        workload.minResetSeconds(),
        workload.window(),
        mostActive,
        workload.faithful());
  }
}
