package io.gavel.benchmarks;

import io.gavel.benchmarks.input.ThroughputTable;
import io.gavel.benchmarks.input.ThroughputTableReader;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The throughputs of commands that repeat published simulations. */
final class PublishedTable {

  @Option(
      names = "--throughputs",
      paramLabel = "FILE",
      defaultValue = "../shared/data/gavel-throughputs/simulation_throughputs.json",
      description = "JSON table of the published simulations (default ${DEFAULT-VALUE}).")
  private Path file = Path.of("");

  ThroughputTable read() {
    return ThroughputTableReader.read(file);
  }
}
