package io.gavel.cli;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.page.GainReport;
import io.gavel.cli.page.Provenance;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.experiment.Parallel;
import io.gavel.experiment.Scenario;
import io.gavel.input.TraceReader;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Unrunnable;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel gain}: how much a cluster's own jobs would gain from another policy. */
@Command(name = "gain")
final class GainCommand extends GavelCommand {

  @Parameters(
      index = "0",
      paramLabel = "CLUSTER",
      description = "Workers of each type, such as v100=8/4,k80=16, or a file with them.")
  private String cluster = "";

  @Parameters(index = "1", paramLabel = "TRACE", description = "Trace of the jobs.")
  private Path trace = Path.of("");

  @Mixin private SimulationOptions common = new SimulationOptions();

  @Option(names = "--present", paramLabel = "NAME", defaultValue = "fifo_greedy_agnostic")
  private String present = "";

  @Option(
      names = {"--policy", "--policies"},
      split = ",",
      paramLabel = "NAME",
      defaultValue = "max_min_fairness,finish_time_fairness,average_completion_time")
  private List<String> policies = List.of();

  @Option(names = "--report", paramLabel = "FILE.html")
  private @Nullable Path report;

  @Option(names = "--json")
  private boolean json;

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Override
  public Integer call() throws InterruptedException {
    common.requireGiven(spec());
    common.workload().requireNothingMadeUp();
    if (common.workload().isEndless()) {
      throw new InvalidInputException("--window: gavel gain compares all jobs of the trace");
    }
    List<Path> inputs = Stream.concat(common.files().stream(), Stream.of(trace)).toList();
    OutputFile.requireWritable("--report", Kind.PAGE, report, inputs.toArray(Path[]::new));
    Cluster workers = common.cluster(cluster);
    ThroughputTable table = common.table();
    List<TraceJob> jobs =
        common.known(trace, TraceReader.read(trace, table), workers, table, err());
    if (jobs.isEmpty()) {
      throw new InvalidInputException("%s has no jobs".formatted(trace));
    }
    Set<String> names = new LinkedHashSet<>(List.of(present));
    names.addAll(policies);
    List<Callable<SimulationResult>> runs = new ArrayList<>();
    for (String name : names) {
      PolicyEntry entry = common.own().policy(name);
      Scenario scenario = common.scenario(entry, workers, common.conditions().onlyMeasured(), 0);
      scenario.setup(table); // fails before the first run
      runs.add(() -> scenario.run(table, jobs.iterator(), 0, SimulationObserver.of()));
    }
    List<SimulationResult> results;
    try (Progress bar = parallel.progress().of("policies", runs.size())) {
      results = Parallel.all(runs, parallel.threads(), done -> bar.step(done, ""));
    }
    Map<String, SimulationResult> byPolicy = new LinkedHashMap<>();
    for (String name : names) {
      byPolicy.put(name, results.get(byPolicy.size()));
    }
    List<Unrunnable> idle = results.get(0).unrunnable();
    if (!idle.isEmpty()) {
      err()
          .println(
              "%s of %s jobs cannot run in the cluster, the first: %s"
                  .formatted(idle.size(), jobs.size(), idle.get(0)));
    }
    boolean priced = workers.types().stream().map(WorkerType::pricePerHour).allMatch(p -> p > 0);
    GainReport gain = new GainReport(jobs, table, workers, priced, byPolicy);
    out().print(json ? gain.json() + "\n" : gain.text());
    out().flush();
    if (report != null) {
      List<String> arguments = spec().commandLine().getParseResult().originalArgs();
      List<String> provenance = Provenance.of(GavelVersion.current(), arguments, inputs);
      OutputFile.write(report, gain.html(provenance));
    }
    return ExitStatus.OK.code();
  }
}
