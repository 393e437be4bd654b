package io.gavel.cli.options;

import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The throughputs of commands that repeat published simulations. */
public final class PublishedTable {

  @Option(
      names = "--throughputs",
      paramLabel = "FILE",
      defaultValue = "../shared/data/gavel-throughputs/simulation_throughputs.json",
      description = "JSON table of the published simulations (default ${DEFAULT-VALUE}).")
  private Path file = Path.of("");

  public ThroughputTable read() {
    return ThroughputTableReader.read(file);
  }
}
