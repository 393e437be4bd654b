package io.gavel.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.JsonLines.Line;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A file of completed runs, one JSON object {@code {"arm": id, "seed": n, "version": program,
 * "data": {file: digest}, "figures": …}} per line, appended as runs complete. An incomplete line is
 * left out, and its run is repeated. Several processes may append to one file. Thread-safe.
 */
public final class RunFile {

  private record Key(String run, long seed) {}

  /** The figures of a run and the digests of the files that it used. */
  record Sample(RunFigures figures, Map<String, String> data) {}

  private static final Set<String> INFINITE = Set.of("Infinity", "-Infinity"); // as JSON has it

  private final Optional<JsonLines> lines;
  private final String version;
  private final List<String> complaints = new ArrayList<>();
  private final Map<Key, Sample> samples = new LinkedHashMap<>();

  private RunFile(Optional<JsonLines> lines, String version) {
    this.lines = lines;
    this.version = version;
  }

  /**
   * Creates a store that keeps runs in memory only.
   *
   * @return the store
   */
  public static RunFile inMemory() {
    return new RunFile(Optional.empty(), "");
  }

  /**
   * Opens a file, which may exist from an interrupted command.
   *
   * @param file the file to read and to append to
   * @param version version of the program
   * @param data the published data
   * @return the file with its completed runs
   * @throws InvalidInputException if the file cannot be read or written, has other lines, or has
   *     runs of another version or of other data
   */
  public static RunFile open(Path file, String version, PublishedData data) {
    JsonLines lines = new JsonLines(file, "arm");
    RunFile runs = new RunFile(Optional.of(lines), version);
    JsonLines.Content content = lines.read();
    runs.complaints.addAll(content.complaints());
    for (Line line : content.lines()) {
      runs.requireSameConditions(file, line, data);
      if (figures(line.node()).isEmpty()) {
        runs.complaints.add(
            "%s: line %s has no valid figures; its run is repeated".formatted(file, line.number()));
      }
    }
    lines.replace(RunFile::valid);
    content.lines().forEach(line -> figures(line.node()).ifPresent(f -> runs.take(line, f)));
    return runs;
  }

  /** Leaves out incomplete lines and lines without figures, so that lines can be appended. */
  private static List<String> valid(List<Line> lines) {
    return lines.stream()
        .filter(line -> figures(line.node()).isPresent())
        .map(line -> line.node() + "\n")
        .toList();
  }

  private void requireSameConditions(Path file, Line line, PublishedData data) {
    String of = line.node().path("version").asText("unknown");
    if (!of.equals(version)) {
      throw new InvalidInputException(
          "%s: line %s is a run of version %s of this program; this is %s; use another --out"
              .formatted(file, line.number(), of, version));
    }
    for (Map.Entry<String, JsonNode> used : line.node().path("data").properties()) {
      if (!data.digest(used.getKey()).equals(Optional.of(used.getValue().asText()))) {
        throw new InvalidInputException(
            "%s: line %s is a run with another content of %s; use another --out"
                .formatted(file, line.number(), used.getKey()));
      }
    }
  }

  private static Optional<RunFigures> figures(JsonNode node) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    boolean valid = node.path("seed").isIntegralNumber() && !node.path("figures").isEmpty();
    for (Map.Entry<String, JsonNode> figure : node.path("figures").properties()) {
      List<Double> values = new ArrayList<>();
      valid &= figure.getValue().isArray();
      for (JsonNode value : figure.getValue()) {
        boolean infinite = value.isTextual() && INFINITE.contains(value.asText());
        valid &= value.isNull() || value.isNumber() || infinite;
        values.add(value.isNull() ? Double.NaN : value.asDouble());
      }
      figures.put(figure.getKey(), values);
    }
    return valid ? Optional.of(new RunFigures(figures)) : Optional.empty();
  }

  private void take(Line line, RunFigures figures) {
    JsonNode node = line.node();
    Map<String, String> data = new LinkedHashMap<>();
    node.path("data")
        .properties()
        .forEach(used -> data.put(used.getKey(), used.getValue().asText()));
    Key key = new Key(node.path("arm").asText(), node.path("seed").asLong());
    samples.put(key, new Sample(figures, data));
  }

  /**
   * Returns messages about lines that were left out when the file was opened.
   *
   * @return one line each
   */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  synchronized Optional<Sample> find(ExperimentRun experimentRun, long seed) {
    return Optional.ofNullable(samples.get(new Key(experimentRun.id(), seed)));
  }

  synchronized boolean add(
      ExperimentRun experimentRun, long seed, Map<String, String> data, RunFigures sample) {
    samples.put(new Key(experimentRun.id(), seed), new Sample(sample, data));
    lines.ifPresent(file -> file.append(line(experimentRun, seed, data, sample)));
    return true;
  }

  private String line(
      ExperimentRun experimentRun, long seed, Map<String, String> data, RunFigures sample) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("arm", experimentRun.id());
    node.put("seed", seed);
    node.put("version", version);
    ObjectNode files = node.putObject("data");
    data.forEach(files::put);
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
