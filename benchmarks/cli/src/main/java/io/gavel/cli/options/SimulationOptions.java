package io.gavel.cli.options;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.experiment.Scenario;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every simulation needs: throughputs, a workload, and the rules of the rounds. */
public final class SimulationOptions {

  @Option(
      names = "--throughputs",
      required = true,
      paramLabel = "FILE",
      description = "JSON table.")
  private Path throughputs = Path.of("");

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  /** The file of throughputs. */
  public Path file() {
    return throughputs;
  }

  /** The throughputs of the file. */
  public ThroughputTable table() {
    return ThroughputTableReader.read(throughputs);
  }

  /** Jobs and rounds. */
  public WorkloadOptions workload() {
    return workload;
  }

  /**
   * The policy that an option names.
   *
   * @param complaint if it names all policies
   */
  public static PolicyEntry policy(String name, String complaint) {
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
  public Scenario scenario(PolicyEntry entry, Cluster workers, OptionalInt mostActive) {
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
