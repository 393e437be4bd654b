package io.gavel.cli;

import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.JobsOptions;
import io.gavel.cli.options.PolicyOption;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.page.Provenance;
import io.gavel.cli.page.RunReport;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.JobsCsv;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.SimulationReport;
import io.gavel.cli.report.TextTable;
import io.gavel.experiment.Rules;
import io.gavel.experiment.Scenario;
import io.gavel.input.ClusterSpec;
import io.gavel.input.RecordedRunFile;
import io.gavel.legacy.LoopObserver;
import io.gavel.replay.RunRecording;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.observe.JobMeter;
import io.gavel.simulator.observe.RunRecorder;
import io.gavel.simulator.observe.SimulationObserver;
import io.gavel.simulator.observe.WaitMeter;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.TraceJob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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

  @Option(names = "--cluster", required = true, paramLabel = "TYPE=N[/SERVER],...|FILE")
  private String cluster = "";

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--report", paramLabel = "FILE.html")
  private @Nullable Path report;

  @Option(names = "--waits")
  private boolean waits;

  @Option(names = "--csv", paramLabel = "FILE.csv")
  private @Nullable Path csv;

  @Option(names = "--record", paramLabel = "FILE.jsonl")
  private @Nullable Path record;

  @Option(names = "--resume", paramLabel = "FILE")
  private @Nullable Path resume;

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    common.requireGiven(spec());
    PolicyEntry entry = policy.entry(common.own());
    Rules rules = common.workload().rules();
    if (report != null && rules != Rules.DEFAULT) {
      throw new InvalidInputException(
          "--report draws leases, which only runs by the rules of this library have; omit"
              + " --faithful and --ideal");
    }
    if (waits && rules != Rules.DEFAULT) {
      throw new InvalidInputException(
          "--waits asks the rounds of this library, which other runs do not have; omit --faithful"
              + " and --ideal");
    }
    if (record != null
        && !(rules == Rules.ORIGINAL && source.trace().isPresent() && !common.isDerived())) {
      throw new InvalidInputException(
          "--record writes rounds by the rules of the original that gavel replay repeats from trace"
              + " and table; requires --faithful and --trace, without --derive");
    }
    Path[] inputs = inputs().toArray(Path[]::new);
    OutputFile.requireWritable(
        "--report", Kind.PAGE, report, inputs); // fails before the run, not after it
    OutputFile.requireWritable("--csv", Kind.JOBS, csv, inputs);
    OutputFile.requireWritable("--record", Kind.RECORD, record, inputs);
    OutputFile.requireWritable("--resume", Kind.ANSWERS, resume, inputs);
    OutputFile.requireDistinct("--csv", csv, "--report", report);
    OutputFile.requireDistinct("--csv", csv, "--record", record);
    OutputFile.requireDistinct("--csv", csv, "--resume", resume);
    OutputFile.requireDistinct("--record", record, "--resume", resume);
    OutputFile.requireDistinct("--report", report, "--resume", resume);
    Scenario scenario =
        common.scenario(
            entry, common.cluster(cluster), common.conditions().onlyMeasured(), source.seed());
    SimulationSetup setup = scenario.setup(common.table());
    if (resume == null) {
      simulate(scenario, setup, jobs(setup));
      return ExitStatus.OK.code();
    }
    List<String> identity = new ArrayList<>(provenance());
    identity.add(common.own().digests());
    try (AnswerFile answers = new AnswerFile(resume, setup.policy(), identity)) {
      simulate(scenario, setup.toBuilder().policy(answers).build(), jobs(setup));
    }
    return ExitStatus.OK.code();
  }

  private Iterator<TraceJob> jobs(SimulationSetup setup) {
    Optional<Path> file = source.trace();
    if (file.isEmpty()) {
      return source.madeUp(common.workload(), setup);
    }
    return common
        .known(
            file.get(),
            source.fromTrace(common.workload(), setup.table()),
            setup.cluster(),
            setup.table(),
            err())
        .iterator();
  }

  private void simulate(Scenario scenario, SimulationSetup setup, Iterator<TraceJob> jobs) {
    String key = scenario.policy().key();
    long start = System.nanoTime();
    SimulationResult result;
    JobMeter jobMeter = new JobMeter(setup.cluster());
    RunRecorder pictures = new RunRecorder(RunReport.GANTT_HOURS * 3600);
    RunRecording rounds = new RunRecording(setup.cluster());
    Optional<WaitMeter> meter =
        waits || report != null ? Optional.of(new WaitMeter()) : Optional.empty();
    try (Progress bar = progress.of("jobs completed", expected())) {
      result =
          scenario.run(
              setup,
              jobs,
              source.seed(),
              watching(bar, pictures, jobMeter, meter),
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
      OutputFile.write(csv, JobsCsv.text(JobsCsv.columns(result, setup.cluster(), jobMeter)));
    }
    if (report != null) {
      TextTable table = SimulationReport.figures(key, setup, result, meter);
      RunReport page =
          new RunReport(
              "%s on %s".formatted(key, ClusterSpec.line(cluster)),
              table,
              provenance(),
              setup.cluster(),
              result,
              pictures,
              jobMeter);
      OutputFile.write(report, page.html());
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
      Progress bar, RunRecorder pictures, JobMeter jobs, Optional<WaitMeter> meter) {
    List<SimulationObserver> watching = new ArrayList<>(List.of(bar));
    if (csv != null || report != null) {
      watching.add(jobs);
    }
    meter.ifPresent(watching::add);
    if (report != null) {
      watching.add(pictures);
    }
    return SimulationObserver.of(watching.toArray(SimulationObserver[]::new));
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
