package io.gavel.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.options.ComparisonOptions;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ParallelOptions;
import io.gavel.cli.options.Rates;
import io.gavel.cli.options.SaturationOption;
import io.gavel.cli.options.SeedRange;
import io.gavel.cli.options.Shard;
import io.gavel.cli.options.SimulationOptions;
import io.gavel.cli.options.Timeout;
import io.gavel.cli.page.Provenance;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Messages;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.SweepFile;
import io.gavel.experiment.Parallel;
import io.gavel.experiment.Rules;
import io.gavel.workload.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel sweep}: simulates policies × rates or traces × clusters × seeds. */
@Command(name = "sweep")
final class SweepCommand extends GavelCommand {

  private static final String SEEDS = "0..2";

  @Mixin private SimulationOptions common = new SimulationOptions();

  @Option(
      names = {"--policy", "--policies"},
      split = ",",
      paramLabel = "NAME")
  private List<String> policies = List.of();

  @Option(
      names = {"--rate", "--rates"},
      paramLabel = "JOBS/HOUR,...")
  private @Nullable String rates;

  @Mixin private SaturationOption saturation = new SaturationOption();

  @Option(names = "--trace", split = ",", paramLabel = "FILE")
  private List<Path> traces = List.of();

  @Option(names = "--cluster", paramLabel = "TYPE=N[/SERVER],...|FILE")
  private List<String> clusters = List.of();

  @Option(
      names = {"--seeds", "--seed"},
      paramLabel = "N[..M],...")
  private @Nullable String seeds;

  @Option(names = "--out", paramLabel = "FILE")
  private Path out = Path.of("");

  @Option(names = "--shard", paramLabel = "I/N")
  private @Nullable String shard;

  @Option(names = "--timeout", paramLabel = "MINUTES")
  private @Nullable Double timeoutMinutes;

  @Option(names = "--waits")
  private boolean waits;

  @Option(names = "--loads", paramLabel = "FILE.jsonl")
  private @Nullable Path loads;

  @Mixin private ComparisonOptions comparison = new ComparisonOptions();

  @Mixin private ParallelOptions parallel = new ParallelOptions();

  @Override
  public Integer call() throws InterruptedException {
    common.requireGiven(spec(), "--policy", "--cluster", "--out");
    List<Path> inputs = new ArrayList<>(traces);
    inputs.addAll(common.files());
    Stream.ofNullable(loads).forEach(inputs::add);
    OutputFile.requireNoInput("--out", out, inputs.toArray(Path[]::new));
    inputs.add(out); // the comparison must not replace the runs
    comparison.requireWritable(inputs.toArray(Path[]::new));
    if (shard != null) {
      Shard.parse(shard);
      comparison.requireNone("a shard has only a part of the runs; see gavel sweep merge");
    }
    if ((rates == null) == traces.isEmpty()) {
      throw new InvalidInputException("either --rate, for generated jobs, or --trace is required");
    }
    boolean seeded = rates != null || common.conditions().isRandom();
    if (!seeded && seeds != null) {
      throw new InvalidInputException(
          "--trace provides the jobs; --seeds is for generated jobs, failures and measurements");
    }
    if (loads != null && (rates == null || rates.equals(SaturationOption.AUTO))) {
      throw new InvalidInputException("--loads limits the numbers of --rate");
    }
    if (waits && common.workload().rules() != Rules.DEFAULT) {
      throw new InvalidInputException(
          "--waits asks the rounds of this library, which other runs do not have; omit --faithful"
              + " and --ideal");
    }
    OptionalDouble jctLimit = saturation.limitHours(rates, common.workload());
    SweepRuns runs =
        new SweepRuns(
            common, Timeout.ofMinutes(timeoutMinutes), waits, comparison.withJobs(), err());
    List<Long> seedRange = SeedRange.parse(seeds == null ? SEEDS : seeds);
    for (String policy : policies) {
      for (String cluster : clusters) {
        if (rates == null) {
          runs.addTraces(policy, cluster, traces, seeded ? seedRange : List.of());
        } else if (rates.equals(SaturationOption.AUTO)) {
          runs.addSearches(policy, cluster, jctLimit, seedRange);
        } else {
          runs.addGenerated(policy, cluster, Rates.parse(rates), seedRange);
        }
      }
    }
    if (loads != null) {
      int removed = runs.removeSaturated(loads);
      if (runs.settings().isEmpty()) {
        throw new InvalidInputException("--loads: every run would saturate the cluster");
      }
      err().printf("--loads: %s runs would saturate the cluster; left out%n", removed);
    }
    comparison.requireBaseline(
        runs.settings().stream().map(run -> run.path("policy").asText()).distinct().toList());
    return run(runs.settings(), runs.figures());
  }

  /** {@code gavel sweep merge}: puts the shards of a sweep together. */
  @Command(
      name = "merge",
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit status:%n")
  int merge(
      @Option(names = "--out", required = true, paramLabel = "FILE") Path merged,
      @Parameters(
              arity = "1..*",
              paramLabel = "SHARD.jsonl",
              description = "Files of gavel sweep --shard.")
          List<Path> shards) {
    OutputFile.requireWritable("--out", Kind.RUNS, merged, shards.toArray(Path[]::new));
    String text = SweepFile.merged(shards, err()::println);
    SweepFile.requireAllKept(merged, text);
    OutputFile.write(merged, text);
    out().printf("%s: %s runs%n", merged, text.lines().count());
    return ExitStatus.OK.code();
  }

  /** {@code gavel sweep compare}: compares the runs of sweeps. */
  @Command(
      name = "compare",
      mixinStandardHelpOptions = true,
      exitCodeListHeading = "%nExit status:%n")
  int compare(
      @Parameters(arity = "1..*", paramLabel = "RUNS.jsonl", description = "Files of gavel sweep.")
          List<Path> files,
      @Mixin ComparisonOptions comparisonOfFiles) {
    comparisonOfFiles.requireWritable(files.toArray(Path[]::new));
    List<JsonNode> runs = new ArrayList<>();
    for (Path file : files) {
      runs.addAll(SweepFile.runs(file, err()::println));
    }
    if (runs.isEmpty()) {
      throw new InvalidInputException("%s: no runs".formatted(files.get(0)));
    }
    comparisonOfFiles.write(runs, provenance(files), out());
    return ExitStatus.OK.code();
  }

  private List<String> provenance(List<Path> files) {
    CommandLine.ParseResult given = spec().root().commandLine().getParseResult();
    return Provenance.of(GavelVersion.current(), given.originalArgs(), files);
  }

  private int run(List<ObjectNode> settings, List<Callable<ObjectNode>> figures)
      throws InterruptedException {
    PrintWriter err = err();
    List<Integer> own =
        shard == null
            ? IntStream.range(0, settings.size()).boxed().toList()
            : Shard.parse(shard).of(settings.size());
    SweepFile file = SweepFile.open(out, settings, own, shard != null, comparison.withJobs());
    file.complaints().forEach(err::println);
    List<Callable<Boolean>> open = new ArrayList<>();
    AtomicInteger late = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    for (int i : file.open()) {
      int run = own.get(i);
      open.add(
          () -> {
            try {
              return file.append(i, figures.get(run).call());
            } catch (Timeout.Expired e) {
              late.incrementAndGet();
              err.printf("timeout: %s%n", SweepFile.name(settings.get(run)));
              return false;
            } catch (RuntimeException e) {
              if (Thread.currentThread().isInterrupted()) {
                throw e; // the command ends; the run stays open
              }
              String reason =
                  ExitStatus.of(e).isPresent() ? Messages.oneLine(e) : Messages.internal(e);
              failed.incrementAndGet();
              err.printf("failed: %s: %s%n", SweepFile.name(settings.get(run)), reason);
              return file.append(i, SweepFile.failure(reason));
            }
          });
    }
    try (Progress bar = parallel.progress().of("runs", open.size())) {
      Parallel.all(open, parallel.threads(), done -> bar.step(done, ""));
    }
    file.finish();
    PrintWriter printer = out();
    int now = open.size() - late.get();
    if (shard == null) {
      printer.printf("%s: %s runs, %s of them now%n%n", out, settings.size(), now);
      comparison.write(file.results(), provenance(List.of(out)), printer);
    } else {
      printer.printf("%s: %s of %s runs, %s of them now%n", out, own.size(), settings.size(), now);
    }
    return (late.get() + failed.get() > 0 ? ExitStatus.FAILED : ExitStatus.OK).code();
  }
}
