package io.gavel.cli.options;

import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Option for the throughput table of commands that reproduce published simulations. */
public final class PublishedTable {

  @Option(
      names = "--throughputs",
      paramLabel = "FILE",
      defaultValue = "../shared/data/gavel-throughputs/simulation_throughputs.json",
      description =
          "Throughput table of the published simulations, in JSON (default ${DEFAULT-VALUE}).")
  private Path file = Path.of("");

  /** Returns the file of the table. */
  public Path file() {
    return file;
  }

  public ThroughputTable read() {
    return ThroughputTableReader.read(file);
  }
}
