package io.gavel.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of completed runs, one JSON object {@code {"arm": id, "seed": n, "figures": …}} per line,
 * appended as runs complete. The run of a truncated line is repeated. Thread-safe.
 */
public final class RunFile {

  private record Key(String run, long seed) {}

  private final Optional<JsonLines> lines;
  private final Map<Key, RunFigures> samples = new LinkedHashMap<>();

  private RunFile(Optional<JsonLines> lines) {
    this.lines = lines;
  }

  /**
   * Creates a store that keeps runs in memory only.
   *
   * @return the store
   */
  public static RunFile inMemory() {
    return new RunFile(Optional.empty());
  }

  /**
   * Opens a file, which may exist from an interrupted command.
   *
   * @param file the file to read and to append to
   * @return the file with its completed runs
   * @throws InvalidInputException if the file cannot be read or written, or has other lines
   */
  public static RunFile open(Path file) {
    JsonLines lines = new JsonLines(file);
    RunFile runs = new RunFile(Optional.of(lines));
    List<JsonNode> whole = lines.read("arm");
    whole.forEach(runs::take);
    // Drops a truncated line, so that lines can be appended.
    lines.replace(whole.stream().map(line -> line + "\n").toList());
    return runs;
  }

  private void take(JsonNode node) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    node.path("figures")
        .properties()
        .forEach(
            figure -> {
              List<Double> values = new ArrayList<>();
              figure.getValue().forEach(v -> values.add(v.isNull() ? Double.NaN : v.asDouble()));
              figures.put(figure.getKey(), values);
            });
    samples.put(
        new Key(node.path("arm").asText(), node.path("seed").asLong()), new RunFigures(figures));
  }

  synchronized Optional<RunFigures> find(ExperimentRun experimentRun, long seed) {
    return Optional.ofNullable(samples.get(new Key(experimentRun.id(), seed)));
  }

  synchronized boolean add(ExperimentRun experimentRun, long seed, RunFigures sample) {
    samples.put(new Key(experimentRun.id(), seed), sample);
    lines.ifPresent(file -> file.append(line(experimentRun, seed, sample)));
    return true;
  }

  private static String line(ExperimentRun experimentRun, long seed, RunFigures sample) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("arm", experimentRun.id());
    node.put("seed", seed);
    ObjectNode figures = node.putObject("figures");
    sample
        .figures()
        .forEach(
            (name, values) -> {
              ArrayNode list = figures.putArray(name);
              values.forEach(v -> list.add(Double.isNaN(v) ? null : v));
            });
    return node + "\n";
  }
}
