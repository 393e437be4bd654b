package io.gavel.cli.options;

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

  @Mixin private ClasspathOption own = new ClasspathOption();

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

  /** The option for policies of users. */
  public ClasspathOption own() {
    return own;
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
