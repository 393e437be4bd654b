package io.gavel.experiment;

import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The folder of published data for experiments; tables are read once. Thread-safe. */
public final class PublishedData {

  private static final String SIMULATION = "gavel-throughputs/simulation_throughputs.json";
  private static final String PHYSICAL = "gavel-throughputs/physical_cluster_throughputs.json";

  private final Path folder;
  private final Map<String, ThroughputTable> tables = new ConcurrentHashMap<>();

  /**
   * Uses the data of a folder.
   *
   * @param folder a folder with {@code gavel-throughputs}, {@code gavel-traces}, {@code
   *     gavel-philly-durations} and {@code fgd-openb}
   */
  public PublishedData(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the throughputs of Gavel's simulations.
   *
   * @return the table
   * @throws InvalidInputException if the file does not exist
   */
  public ThroughputTable simulated() {
    return tables.computeIfAbsent(SIMULATION, name -> ThroughputTableReader.read(file(name)));
  }

  /**
   * Returns the throughputs of Gavel's physical cluster.
   *
   * @return the table
   * @throws InvalidInputException if the file does not exist
   */
  public ThroughputTable physical() {
    return tables.computeIfAbsent(PHYSICAL, name -> ThroughputTableReader.read(file(name)));
  }

  /**
   * Returns a file of the folder.
   *
   * @param name path relative to the folder
   * @return the path
   * @throws InvalidInputException if the file does not exist
   */
  public Path file(String name) {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      throw new InvalidInputException("%s: there is no such file (see --data)".formatted(file));
    }
    return file;
  }
}
