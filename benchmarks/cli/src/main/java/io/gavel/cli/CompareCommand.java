package io.gavel.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.cli.options.ComparisonOptions;
import io.gavel.cli.page.Provenance;
import io.gavel.cli.report.ExitStatus;
import io.gavel.experiment.JsonLines;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gavel compare}: compares the runs of sweeps. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description =
        "Compares the policies of gavel sweep over seeds: means with 95 %% intervals and paired"
            + " differences to a baseline.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:success", "2:invalid usage, or a file that is not one of gavel sweep"},
    footer = {
      "%nIntervals are by Student's t distribution over seeds or traces. A difference is paired: it"
          + " is the mean over the seeds that both policies have. \"not distinguishable\" means"
          + " that its interval contains 0.",
      "%nExample:%n  gavel compare runs.jsonl --baseline fifo_greedy --report compare.html"
    })
final class CompareCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "RUNS.jsonl", description = "Files of gavel sweep.")
  private List<Path> files = List.of();

  @Mixin private ComparisonOptions comparison = new ComparisonOptions();

  @Override
  public Integer call() {
    comparison.requireWritable(files.toArray(Path[]::new));
    List<JsonNode> runs = new ArrayList<>();
    for (Path file : files) {
      JsonLines.Content content = new JsonLines(file, "run").readOfOthers();
      content.complaints().forEach(spec.commandLine().getErr()::println);
      content.lines().forEach(line -> runs.add(line.node()));
    }
    if (runs.isEmpty()) {
      throw new InvalidInputException("%s: no runs".formatted(files.get(0)));
    }
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    comparison.write(
        runs, Provenance.of(GavelVersion.current(), arguments, files), spec.commandLine().getOut());
    return ExitStatus.OK.code();
  }
}
