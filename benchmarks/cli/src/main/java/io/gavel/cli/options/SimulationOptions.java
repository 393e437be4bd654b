package io.gavel.cli.options;

import io.gavel.catalog.PolicyCatalog;
import io.gavel.catalog.PolicyEntry;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Scenario;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every simulation: throughputs, workload and round rules. */
public final class SimulationOptions {

  @Option(
      names = "--throughputs",
      required = true,
      paramLabel = "FILE",
      description = "Throughput table in JSON.")
  private Path throughputs = Path.of("");

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  /** The file of the throughput table. */
  public Path file() {
    return throughputs;
  }

  /** Reads the throughput table. */
  public ThroughputTable table() {
    return ThroughputTableReader.read(throughputs);
  }

  /** The options for jobs and rounds. */
  public WorkloadOptions workload() {
    return workload;
  }

  /**
   * Returns the policy that an option names.
   *
   * @param complaint the message if the option names all policies
   */
  public static PolicyEntry policy(String name, String complaint) {
    String key = PolicyCatalog.canonical(name);
    if (key.equals(PolicyCatalog.ALL)) {
      throw new InvalidInputException(complaint);
    }
    return PolicyCatalog.entry(key);
  }

  /**
   * Returns a scenario of a policy on a cluster by the rules of these options.
   *
   * @param mostActive aborts the run if more jobs are in the cluster; empty = default
   */
  public Scenario scenario(PolicyEntry entry, Cluster workers, OptionalInt mostActive) {
    PolicyChoice choice = entry.choice(Scenario.referenceType(workers, workload.faithful()));
    if (workload.elasticWorkers() > 0 && !choice.policy().reads().contains(Aspect.CONFIGURATIONS)) {
      throw new InvalidInputException(
          "--elastic: policy %s runs each job on its own number of workers only"
              .formatted(entry.key()));
    }
    return new Scenario(
            choice,
            workers,
            workload.rounds(),
            workload.minResetSeconds(),
            workload.window(),
            mostActive,
            workload.faithful())
        .withElasticWorkers(workload.elasticWorkers());
  }
}
