package io.gavel.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.options.GavelCommand;
import io.gavel.cli.options.ProgressOption;
import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.Progress;
import io.gavel.cli.report.TextTable;
import io.gavel.input.RecordedRun;
import io.gavel.input.RecordedRunFile;
import io.gavel.input.ThroughputTableReader;
import io.gavel.input.TraceReader;
import io.gavel.replay.Deviation;
import io.gavel.replay.Replay;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import io.gavel.workload.TraceJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel replay}: replays recorded allocations by the rules of the original. */
@Command(name = "replay")
final class ReplayCommand extends GavelCommand {

  private static final double TOLERANCE = 1e-6;

  @Parameters(index = "0", paramLabel = "JOBS", description = "Jobs in CSV.")
  private Path jobs = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "ROUNDS",
      description = "Recorded rounds, one JSON object per line.")
  private Path rounds = Path.of("");

  @Option(names = "--throughputs", paramLabel = "FILE")
  private @Nullable Path throughputs;

  @Mixin private ProgressOption progress = new ProgressOption();

  @Option(names = "--json")
  private boolean json;

  @Override
  public Integer call() {
    RecordedRun run = RecordedRunFile.read(rounds);
    Path table = throughputs == null ? find(run.throughputs()) : throughputs;
    Deviation deviation = compared(run, table);
    out().print(json ? json(run, deviation) : text(run, table, deviation));
    out().flush();
    if (deviation.largest() <= TOLERANCE) {
      return ExitStatus.OK.code();
    }
    err().println(deviation.place());
    return ExitStatus.FAILED.code();
  }

  private Deviation compared(RecordedRun run, Path table) {
    ThroughputTable rates = ThroughputTableReader.read(table);
    List<TraceJob> trace = TraceReader.read(jobs, rates);
    for (TraceJob job : trace) {
      requireKnown(job, rates, run, table);
    }
    try (Progress bar = progress.of("rounds", run.rounds().size())) {
      return Replay.of(run, rates, trace, done -> bar.step(done, run.policy()));
    }
  }

  private void requireKnown(TraceJob job, ThroughputTable rates, RecordedRun run, Path table) {
    if (run.workers().keySet().stream()
        .allMatch(type -> rates.stepsPerSecond(type, job.kind()).isEmpty())) {
      throw new InvalidInputException(
          "%s: job %s is of a kind that %s does not contain on a worker type of the record (%s workers)"
              .formatted(jobs, job.id(), table, job.kind()));
    }
  }

  private static String json(RecordedRun run, Deviation deviation) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("rounds", run.rounds().size());
    object.set("max_deviation", Json.number(deviation.largest()));
    return Json.line(object) + "\n";
  }

  private static String text(RecordedRun run, Path table, Deviation deviation) {
    return new TextTable()
        .cell("policy")
        .cell(run.policy())
        .endRow()
        .cell("throughputs")
        .cell(String.valueOf(table.getFileName()))
        .endRow()
        .cell("rounds compared")
        .cell(String.valueOf(run.rounds().size()))
        .endRow()
        .cell("largest deviation")
        .cell(String.format(Locale.ROOT, "%.3g", deviation.largest()))
        .endRow()
        .toString();
  }

  private Path find(String name) {
    for (Path at = rounds.toAbsolutePath().normalize().getParent();
        at != null;
        at = at.getParent()) {
      Optional<Path> found = findIn(at, name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new InvalidInputException(
        "%s: its throughput table \"%s\" was not found in any folder near it; use --throughputs"
            .formatted(rounds, name));
  }

  private static Optional<Path> findIn(Path folder, String name) {
    if (Files.isRegularFile(folder.resolve(name))) {
      return Optional.of(folder.resolve(name));
    }
    try (Stream<Path> inside = Files.list(folder)) {
      List<Path> found =
          inside.map(path -> path.resolve(name)).filter(Files::isRegularFile).sorted().toList();
      return found.stream().findFirst();
    } catch (IOException e) {
      return Optional.empty(); // an unreadable folder is skipped
    }
  }
}
