package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Scenario;
import io.gavel.input.ClusterSpec;
import io.gavel.input.InputText;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options of every simulation: throughputs, workload and round rules. */
public final class SimulationOptions {

  @Option(names = "--throughputs", paramLabel = "FILE")
  private Path throughputs = Path.of("");

  @Option(names = "--prices", paramLabel = "TYPE=USD,...|FILE", defaultValue = "")
  private String prices = "";

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Mixin private PlacementOption placement = new PlacementOption();

  @Mixin private ClasspathOption own = new ClasspathOption();

  /** Returns the file of the throughput table. */
  public Path file() {
    return throughputs;
  }

  /**
   * Fails as for a required option if the throughput table or another option is missing. Commands
   * with subcommands cannot declare their options as required.
   */
  public void requireGiven(CommandSpec spec, String... others) {
    CommandLine.ParseResult given = spec.commandLine().getParseResult();
    String missing =
        Stream.concat(Stream.of(others), Stream.of("--throughputs"))
            .filter(name -> !given.hasMatchedOption(name))
            .map(name -> "'%s=%s'".formatted(name, spec.findOption(name).paramLabel()))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "Missing required options: " + missing);
    }
  }

  /** Reads the throughput table. */
  public ThroughputTable table() {
    return ThroughputTableReader.read(throughputs);
  }

  /** Returns the files of throughputs and prices. */
  public List<Path> files() {
    return ClusterSpec.isPriceFile(prices)
        ? List.of(throughputs, Path.of(prices))
        : List.of(throughputs);
  }

  /** Parses a cluster, with the prices of these options. */
  public Cluster cluster(String spec) {
    return ClusterSpec.parse(spec, prices);
  }

  /** Adds throughputs and prices, with the digests of their files, and the placement. */
  public void describe(ObjectNode setting) {
    setting.put("throughputs", String.valueOf(throughputs.getFileName()));
    setting.put("throughputs_sha256", InputText.sha256(throughputs));
    if (ClusterSpec.isPriceFile(prices)) {
      setting.put("prices", String.valueOf(Path.of(prices).getFileName()));
      setting.put("prices_sha256", InputText.sha256(Path.of(prices)));
    } else if (!prices.isEmpty()) {
      setting.put("prices", prices);
    }
    placement.name().ifPresent(name -> setting.put("placement", name));
  }

  /** Returns the options for jobs and rounds. */
  public WorkloadOptions workload() {
    return workload;
  }

  /** Returns the option for policies of users. */
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
    Scenario scenario =
        new Scenario(
            choice,
            workers,
            workload.rounds(),
            workload.minResetSeconds(),
            workload.window(),
            mostActive,
            workload.faithful());
    return placement.under(scenario, own.classes()).withElasticWorkers(workload.elasticWorkers());
  }
}
