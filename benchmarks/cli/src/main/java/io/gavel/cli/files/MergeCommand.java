package io.gavel.cli.files;

import io.gavel.cli.report.ExitStatus;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.OutputFile;
import io.gavel.cli.report.OutputFile.Kind;
import io.gavel.cli.report.ShardFiles;
import io.gavel.experiment.JsonLines;
import io.gavel.experiment.JsonLines.Line;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gavel merge}: puts the shards of a sweep together. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description =
        "Puts the files of gavel sweep --shard together. The result is the file that one machine would"
            + " have written, byte for byte.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:success", "2:invalid usage, or runs are missing or contradict each other"},
    footer = {
      "%nThe files may come in any order, and a run may be in several. gavel compare compares the"
          + " policies of the result.",
      "%nExample:%n  gavel merge --out runs.jsonl shard-1.jsonl shard-2.jsonl"
    })
public final class MergeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "SHARD.jsonl",
      description = "Files of gavel sweep --shard.")
  private List<Path> files = List.of();

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write.")
  private Path out = Path.of("");

  @Override
  public Integer call() {
    OutputFile.requireWritable("--out", Kind.RUNS, out, files.toArray(Path[]::new));
    String text = ShardFiles.merge(files, spec.commandLine().getErr()::println);
    requireAllKept(text.lines().collect(Collectors.toSet()));
    OutputFile.write(out, text);
    spec.commandLine().getOut().printf("%s: %s runs%n", out, text.lines().count());
    return ExitStatus.OK.code();
  }

  /** The file may exist from an earlier merge; it must not have runs that this one lacks. */
  private void requireAllKept(Set<String> merged) {
    if (Files.isRegularFile(out)) {
      for (Line line : new JsonLines(out, "run").readOfOthers().lines()) {
        if (!merged.contains(Json.line(line.node()))) {
          throw new InvalidInputException(
              "--out: %s: line %s is none of the runs merged; use another file"
                  .formatted(out, line.number()));
        }
      }
    }
  }
}
