package io.gavel.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.RunConditionOptions.Measured;
import io.gavel.experiment.PolicyChoice;
import io.gavel.experiment.Scenario;
import io.gavel.input.ClusterSpec;
import io.gavel.input.DerivedTypes;
import io.gavel.input.InputText;
import io.gavel.input.ThroughputTableReader;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that decide a simulation: throughputs, workload, rules and conditions. */
public final class SimulationOptions {

  @Option(names = "--throughputs", paramLabel = "FILE")
  private Path throughputs = Path.of("");

  @Option(names = "--prices", paramLabel = "TYPE=USD,...|FILE", defaultValue = "")
  private String prices = "";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(names = "--derive", paramLabel = "NEW=TYPE*FACTOR,...", defaultValue = "")
  private String derived = "";

  @Option(names = "--skip-unknown")
  private boolean skipUnknown;

  @Option(names = "--most-active", paramLabel = "N")
  private @Nullable Integer mostActive;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Mixin private RunConditionOptions conditions = new RunConditionOptions();

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

  /**
   * Reads the throughput table, says on stderr if it was not measured, and adds derived worker
   * types.
   */
  public ThroughputTable table() {
    ThroughputTable table = ThroughputTableReader.read(throughputs);
    table
        .assumed()
        .ifPresent(
            source ->
                spec.commandLine()
                    .getErr()
                    .println("%s: throughputs are assumed: %s".formatted(throughputs, source)));
    return DerivedTypes.add(derived, table);
  }

  /** Returns whether the table has derived worker types. */
  public boolean isDerived() {
    return !derived.isEmpty();
  }

  /** Returns the files of throughputs, prices and teams. */
  public List<Path> files() {
    Stream<Path> ofPrices =
        ClusterSpec.isPriceFile(prices) ? Stream.of(Path.of(prices)) : Stream.empty();
    return Stream.of(Stream.of(throughputs), ofPrices, conditions.entities().stream())
        .flatMap(files -> files)
        .toList();
  }

  /** Parses a cluster, with the prices of these options. */
  public Cluster cluster(String spec) {
    return ClusterSpec.parse(spec, prices);
  }

  /** Adds throughputs and prices, with the digests of their files, and the conditions of runs. */
  public void describe(ObjectNode setting, ThroughputTable table) {
    setting.put("throughputs", String.valueOf(throughputs.getFileName()));
    setting.put("throughputs_sha256", InputText.sha256(throughputs));
    table.assumed().ifPresent(source -> setting.put("throughputs_assumed", source));
    if (ClusterSpec.isPriceFile(prices)) {
      setting.put("prices", String.valueOf(Path.of(prices).getFileName()));
      setting.put("prices_sha256", InputText.sha256(Path.of(prices)));
    } else if (!prices.isEmpty()) {
      setting.put("prices", prices);
    }
    placement.name().ifPresent(name -> setting.put("placement", name));
    if (!derived.isEmpty()) {
      setting.put("derive", derived);
    }
    if (skipUnknown) {
      setting.put("skip_unknown", true);
    }
    if (mostActive != null) {
      setting.put("most_active", mostActive);
    }
    conditions.describe(setting, workload.rules());
  }

  /** Returns the options for jobs and rounds. */
  public WorkloadOptions workload() {
    return workload;
  }

  /** Returns the options for the conditions of runs. */
  public RunConditionOptions conditions() {
    return conditions;
  }

  /** Returns the option for policies of users. */
  public ClasspathOption own() {
    return own;
  }

  /**
   * Returns a scenario of a policy on a cluster by the rules and conditions of these options.
   *
   * @param before the measurements before the run
   * @param seed seed of failures and measurements
   */
  public Scenario scenario(PolicyEntry entry, Cluster workers, Measured before, long seed) {
    Range.require(mostActive == null || mostActive >= 1, "--most-active", mostActive, "at least 1");
    PolicyChoice choice = entry.choice(Scenario.referenceType(workers, workload.rules()));
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
            mostActive == null ? OptionalInt.empty() : OptionalInt.of(mostActive),
            workload.rules());
    Scenario placed =
        placement.under(scenario, own.classes()).withElasticWorkers(workload.elasticWorkers());
    return placed.under(conditions.conditions(placed, before, seed, own.classes()));
  }

  /**
   * Returns the jobs of a trace with a known throughput on some worker type of a cluster.
   *
   * @param err receives messages about jobs that are skipped, or run on some types only
   * @throws InvalidInputException if other jobs are not to be skipped
   */
  public List<TraceJob> known(
      Path trace, List<TraceJob> jobs, Cluster workers, ThroughputTable table, PrintWriter err) {
    List<TraceJob> unknown =
        jobs.stream().filter(job -> gaps(job, workers, table) == workers.typeCount()).toList();
    if (!unknown.isEmpty()) {
      TraceJob first = unknown.get(0);
      String what =
          "%s: %s of %s jobs are of a kind that %s does not contain, the first is job %s (%s workers)"
              .formatted(trace, unknown.size(), jobs.size(), file(), first.id(), first.kind());
      if (!skipUnknown) {
        throw new InvalidInputException(what + "; --skip-unknown skips them");
      }
      err.println(what + "; skipped");
    }
    List<TraceJob> known =
        jobs.stream().filter(job -> gaps(job, workers, table) < workers.typeCount()).toList();
    long partly = known.stream().filter(job -> gaps(job, workers, table) > 0).count();
    if (partly > 0) {
      err.println(
          "%s: %s jobs are of a kind that %s lacks on some worker types; they do not run there"
              .formatted(trace, partly, file()));
    }
    return known;
  }

  /** Returns the number of worker types on which the throughput of a job is unknown. */
  private static long gaps(TraceJob job, Cluster workers, ThroughputTable table) {
    return workers.types().stream()
        .filter(type -> table.stepsPerSecond(type.name(), job.kind()).isEmpty())
        .count();
  }
}
