package io.gavel.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.options.WorkloadOptions;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.SweepFile;
import io.gavel.experiment.Combination;
import io.gavel.experiment.Parallel;
import io.gavel.experiment.Scenario;
import io.gavel.input.ClusterSpec;
import io.gavel.input.InputText;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gavel sweep}: simulates policies × rates × clusters × seeds. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    description = "Simulates every combination of policies, rates, clusters and seeds.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all runs completed",
      "1:a solver stopped without a certified allocation",
      "2:invalid usage"
    },
    footer = {
      "%nThe figures of each run are appended to --out when the run completes. Repeating an"
          + " interrupted command continues it. At the end the file is sorted in the order of the"
          + " combinations and does not depend on the number of threads."
    })
final class SweepCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private SimulationOptions common = new SimulationOptions();

  @Option(
      names = "--policies",
      required = true,
      split = ",",
      paramLabel = "NAME",
      description = "Policies; see gavel policies.")
  private List<String> policies = List.of();

  @Option(
      names = "--rates",
      required = true,
      split = ",",
      paramLabel = "JOBS/HOUR",
      description = "Mean arrival rates.")
  private List<Double> rates = List.of();

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "TYPE=N[/SERVER],...",
      description = "Workers of each type, and workers per server (default 1); may be repeated.")
  private List<String> clusters = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N[..M],...",
      defaultValue = "0..2",
      description = "Seeds of the jobs (default ${DEFAULT-VALUE}).")
  private String seeds = "";

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "File of figures, one JSON object per run.")
  private Path out = Path.of("");

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Override
  public Integer call() throws InterruptedException {
    OutputFile.requireNoInput("--out", out, common.file());
    ThroughputTable table = common.table();
    String digest = InputText.sha256(common.file());
    Map<ObjectNode, Callable<ObjectNode>> runs = new LinkedHashMap<>(); // each combination once
    for (String policy : policies) {
      for (String cluster : clusters) {
        for (double rate : rates) {
          Combination combination = combination(policy, cluster, rate);
          for (long seed : SeedRange.parse(seeds)) {
            runs.put(
                setting(combination, cluster, rate, seed, digest),
                () -> SweepFile.figures(combination.run(table, seed)));
          }
        }
      }
    }
    List<ObjectNode> settings = List.copyOf(runs.keySet());
    List<Callable<ObjectNode>> figures = List.copyOf(runs.values());
    SweepFile file = SweepFile.open(out, settings);
    file.complaints().forEach(spec.commandLine().getErr()::println);
    List<Callable<Boolean>> open = new ArrayList<>();
    for (int i : file.open()) {
      open.add(() -> file.append(i, figures.get(i).call()));
    }
    try (Progress bar = parallel.progress().of("runs", open.size())) {
      Parallel.all(open, parallel.threads(), done -> bar.step(done, ""));
    }
    file.finish();
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %s runs, %s of them now%n",
            out, Integer.valueOf(settings.size()), Integer.valueOf(open.size()));
    return ExitStatus.OK.code();
  }

  private Combination combination(String policy, String cluster, double rate) {
    PolicyEntry entry =
        SimulationOptions.policy(policy, "--policies: \"all\" is not allowed; name the policies");
    WorkloadOptions workload = common.workload();
    if (!workload.isEndless() && workload.jobs().isEmpty()) {
      throw new InvalidInputException(
          "--jobs N or --window FROM..TO is required; it determines when a run stops");
    }
    Workload jobs = workload.at(rate);
    Cluster workers = ClusterSpec.parse(cluster, "");
    Scenario scenario = common.scenario(entry, workers, OptionalInt.empty());
    return new Combination(entry.key(), scenario, jobs, workload.jobs(), workload.steady());
  }

  private ObjectNode setting(
      Combination combination, String cluster, double rate, long seed, String digest) {
    ObjectNode setting = common.workload().json();
    setting.put("policy", combination.name());
    setting.put("cluster", cluster);
    setting.put("rate_jobs_per_hour", rate);
    setting.put("seed", seed);
    setting.put("throughputs", String.valueOf(common.file().getFileName()));
    setting.put("throughputs_sha256", digest);
    setting.put("version", GavelVersion.current());
    return setting;
  }
}
