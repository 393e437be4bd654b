package io.gavel.cli;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.JobsOptions;
import io.gavel.cli.options.PolicyOption;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.Range;
import io.gavel.cli.options.RunConditionOptions;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.page.Provenance;
import io.gavel.cli.page.RunReport;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.JobsCsv;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.SimulationReport;
import io.gavel.experiment.Scenario;
import io.gavel.input.DerivedTypes;
import io.gavel.input.RecordedRunFile;
import io.gavel.legacy.LoopObserver;
import io.gavel.policies.model.Cluster;
import io.gavel.replay.RunRecording;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.observe.RunRecorder;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.simulator.observe.WaitMeter;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel simulate}: simulates a trace on a cluster under a policy, round by round. */
@Command(name = "simulate")
final class SimulateCommand extends GavelCommand {

  @Mixin private SimulationOptions common = new SimulationOptions();

  @Mixin private JobsOptions source = new JobsOptions();

  @Option(names = "--derive", paramLabel = "NEW=TYPE*FACTOR,...", defaultValue = "")
  private String derived = "";

  @Mixin private RunConditionOptions around = new RunConditionOptions();

  @Option(names = "--cluster", required = true, paramLabel = "TYPE=N[/SERVER],...")
  private String cluster = "";

  @Mixin private PolicyOption policy = new PolicyOption();

  @Option(names = "--most-active", paramLabel = "N")
  private @Nullable Integer mostActive;

  @Option(names = "--skip-unknown")
  private boolean skipUnknown;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--report", paramLabel = "FILE.html")
  private @Nullable Path report;

  @Option(names = "--waits")
  private boolean waits;

  @Option(names = "--csv", paramLabel = "FILE.csv")
  private @Nullable Path csv;

  @Option(names = "--record", paramLabel = "FILE.jsonl")
  private @Nullable Path record;

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    common.requireGiven(spec());
    PolicyEntry entry = policy.entry(common.own());
    if (report != null && common.workload().faithful()) {
      throw new InvalidInputException(
          "--report draws leases, which runs by the rules of the original do not have; omit"
              + " --faithful");
    }
    if (waits && common.workload().faithful()) {
      throw new InvalidInputException(
          "--waits asks the rounds of this library, which runs by the rules of the original do not"
              + " have; omit --faithful");
    }
    if (record != null
        && !(common.workload().faithful() && source.trace().isPresent() && derived.isEmpty())) {
      throw new InvalidInputException(
          "--record writes rounds by the rules of the original that gavel replay repeats from trace"
              + " and table; requires --faithful and --trace, without --derive");
    }
    Path[] inputs = inputs().toArray(Path[]::new);
    OutputFile.requireWritable(
        "--report", Kind.PAGE, report, inputs); // fails before the run, not after it
    OutputFile.requireWritable("--csv", Kind.JOBS, csv, inputs);
    OutputFile.requireWritable("--record", Kind.RECORD, record, inputs);
    OutputFile.requireDistinct("--csv", csv, "--report", report);
    OutputFile.requireDistinct("--csv", csv, "--record", record);
    Scenario scenario = scenario(entry);
    ThroughputTable table = DerivedTypes.add(derived, common.table());
    SimulationSetup setup = scenario.setup(table);
    simulate(scenario, setup, jobs(setup));
    return ExitStatus.OK.code();
  }

  private Iterator<TraceJob> jobs(SimulationSetup setup) {
    Optional<Path> file = source.trace();
    if (file.isEmpty()) {
      return source.madeUp(common.workload(), setup);
    }
    List<TraceJob> jobs = known(file.get(), source.fromTrace(common.workload()), setup);
    warnAboutGaps(file.get(), setup, jobs);
    return jobs.iterator();
  }

  private Scenario scenario(PolicyEntry entry) {
    Range.require(mostActive == null || mostActive >= 1, "--most-active", mostActive, "at least 1");
    Cluster workers = common.cluster(cluster);
    Scenario plain =
        common.scenario(
            entry, workers, mostActive == null ? OptionalInt.empty() : OptionalInt.of(mostActive));
    return plain.under(around.conditions(plain, source.seed(), common.own().classes()));
  }

  /** Returns the jobs with a known throughput on some worker type of the cluster. */
  private List<TraceJob> known(Path trace, List<TraceJob> jobs, SimulationSetup setup) {
    List<TraceJob> unknown = jobs.stream().filter(job -> gaps(setup, job) == types(setup)).toList();
    if (unknown.isEmpty()) {
      return jobs;
    }
    TraceJob first = unknown.get(0);
    String what =
        "%s: %s of %s jobs are of a kind that %s does not contain, the first is job %s (%s workers)"
            .formatted(trace, unknown.size(), jobs.size(), common.file(), first.id(), first.kind());
    if (!skipUnknown) {
      throw new InvalidInputException(what + "; --skip-unknown skips them");
    }
    err().println(what + "; skipped");
    return jobs.stream().filter(job -> gaps(setup, job) < types(setup)).toList();
  }

  private void warnAboutGaps(Path trace, SimulationSetup setup, List<TraceJob> jobs) {
    long partly = jobs.stream().filter(job -> gaps(setup, job) > 0).count();
    if (partly > 0) {
      err()
          .println(
              "%s: %s jobs are of a kind that %s lacks on some worker types; they do not run there"
                  .formatted(trace, partly, common.file()));
    }
  }

  private static long types(SimulationSetup setup) {
    return setup.cluster().typeCount();
  }

  private static long gaps(SimulationSetup setup, TraceJob job) {
    return setup.cluster().types().stream()
        .filter(type -> setup.table().stepsPerSecond(type.name(), job.kind()).isEmpty())
        .count();
  }

  private void simulate(Scenario scenario, SimulationSetup setup, Iterator<TraceJob> jobs) {
    String key = scenario.policy().key();
    long start = System.nanoTime();
    SimulationResult result;
    RunRecorder pictures = new RunRecorder(RunReport.GANTT_HOURS * 3600);
    RunRecording rounds = new RunRecording(setup.cluster());
    Optional<WaitMeter> meter =
        waits || report != null ? Optional.of(new WaitMeter()) : Optional.empty();
    try (Progress bar = progress.of("jobs completed", expected())) {
      result =
          scenario.run(
              setup.table(),
              jobs,
              source.seed(),
              watching(bar, pictures, meter),
              record == null ? LoopObserver.none() : rounds);
    }
    double wallMillis = (System.nanoTime() - start) / 1e6;
    if (result.saturated()) {
      err()
          .println(
              "saturated: %s jobs arrived and %s completed; figures cover the completed jobs"
                  .formatted(result.jobs().size(), result.completed()));
    }
    result
        .unrunnable()
        .forEach(job -> err().println(job + " in this cluster; it is left uncompleted"));
    String figures =
        json
            ? SimulationReport.json(setup, result, meter, wallMillis) + "\n"
            : SimulationReport.text(key, setup, result, meter, wallMillis);
    out().print(figures);
    out().flush();
    if (csv != null) {
      JobsCsv.write(csv, result);
    }
    if (report != null) {
      String table = SimulationReport.figures(key, setup, result, meter).toString();
      write(report, key, table, setup, result, pictures);
    }
    if (record != null) {
      String table = common.file().getFileName().toString();
      OutputFile.write(
          record,
          RecordedRunFile.text(
              rounds.run(key, setup.packed(), setup.rounds(), setup.minResetSeconds(), table)));
    }
  }

  private SimulationObserver watching(
      Progress bar, RunRecorder pictures, Optional<WaitMeter> meter) {
    List<SimulationObserver> watching = new ArrayList<>(List.of(bar));
    meter.ifPresent(watching::add);
    if (report != null) {
      watching.add(pictures);
    }
    return SimulationObserver.of(watching.toArray(SimulationObserver[]::new));
  }

  private void write(
      Path file,
      String key,
      String figures,
      SimulationSetup setup,
      SimulationResult result,
      RunRecorder record) {
    String title = "%s on %s".formatted(key, cluster);
    OutputFile.write(
        file, new RunReport(title, figures, provenance(), setup.cluster(), result, record).html());
  }

  private List<String> provenance() {
    return Provenance.of(
        GavelVersion.current(), spec().commandLine().getParseResult().originalArgs(), inputs());
  }

  private List<Path> inputs() {
    return Stream.concat(common.files().stream(), source.trace().stream()).toList();
  }

  /** Returns the approximate number of jobs to complete, for the progress bar; -1 if unknown. */
  private int expected() {
    return common.workload().isEndless()
        ? common.workload().window().to()
        : common.workload().jobs().orElse(-1);
  }
}
