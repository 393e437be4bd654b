package io.gavel.experiment;

import io.gavel.input.InputText;
import io.gavel.input.ThroughputTableReader;
import io.gavel.workload.InvalidInputException;
import io.gavel.workload.ThroughputTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The folder of published data for experiments; tables are read once. Thread-safe. */
public final class PublishedData {

  private static final String SIMULATION = "gavel-throughputs/simulation_throughputs.json";
  private static final String PHYSICAL = "gavel-throughputs/physical_cluster_throughputs.json";

  private final Path folder;
  private final Map<String, ThroughputTable> tables;
  private final Map<String, String> digests;
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  private PublishedData(
      Path folder, Map<String, ThroughputTable> tables, Map<String, String> digests) {
    this.folder = folder;
    this.tables = tables;
    this.digests = digests;
  }

  /**
   * Uses the data of a folder.
   *
   * @param folder a folder with {@code gavel-throughputs}, {@code gavel-traces}, {@code
   *     gavel-philly-durations} and {@code fgd-openb}
   */
  public PublishedData(Path folder) {
    this(folder, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
  }

  /**
   * Returns the same data, which records the files that a run uses.
   *
   * @return data of the same folder, with no file used
   */
  PublishedData forOneRun() {
    return new PublishedData(folder, tables, digests);
  }

  /**
   * Returns the files used so far.
   *
   * @return the digest of each file, by its path relative to the folder
   */
  SortedMap<String, String> used() {
    SortedMap<String, String> names = new TreeMap<>();
    used.forEach(name -> names.put(name, digest(name).orElse("")));
    return names;
  }

  /**
   * Returns the digest of a file.
   *
   * @param name path relative to the folder
   * @return the digest; empty if there is no such file
   */
  Optional<String> digest(String name) {
    Path file = folder.resolve(name);
    return Files.exists(file)
        ? Optional.of(digests.computeIfAbsent(name, n -> InputText.sha256(file)))
        : Optional.empty();
  }

  /**
   * Returns the throughputs of Gavel's simulations.
   *
   * @return the table
   * @throws InvalidInputException if the file does not exist
   */
  public ThroughputTable simulated() {
    return table(SIMULATION);
  }

  /**
   * Returns the throughputs of Gavel's physical cluster.
   *
   * @return the table
   * @throws InvalidInputException if the file does not exist
   */
  public ThroughputTable physical() {
    return table(PHYSICAL);
  }

  private ThroughputTable table(String name) {
    Path file = file(name);
    return tables.computeIfAbsent(name, n -> ThroughputTableReader.read(file));
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
    used.add(name);
    return file;
  }
}
