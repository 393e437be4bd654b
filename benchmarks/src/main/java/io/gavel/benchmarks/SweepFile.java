package io.gavel.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.benchmarks.input.FileTrouble;
import io.gavel.benchmarks.input.InvalidInputException;
import io.gavel.benchmarks.simulation.SimulationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * The figures of many runs, a JSON object {@code {"run": settings, "figures": …}} a line. Lines are
 * appended as they come; a line that an interruption cut short is done again. Thread-safe.
 */
final class SweepFile {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Path file;
  private final List<ObjectNode> settings;
  private final List<Optional<JsonNode>> figures;

  private SweepFile(Path file, List<ObjectNode> settings, List<Optional<JsonNode>> figures) {
    this.file = file;
    this.settings = settings;
    this.figures = figures;
  }

  /**
   * Opens a file, which may be there from an earlier time.
   *
   * @throws InvalidInputException if it has runs of other settings, which would be lost
   */
  static SweepFile open(Path file, List<ObjectNode> settings) {
    List<Optional<JsonNode>> figures = new ArrayList<>();
    settings.forEach(setting -> figures.add(Optional.empty()));
    SweepFile sweep = new SweepFile(file, settings, figures);
    try {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      for (int i = 0; i < lines.size(); i++) {
        sweep.take(lines.get(i), i);
      }
      sweep.write(); // without a line that was cut short, so that more can be appended
    } catch (IOException e) {
      throw FileTrouble.unwritable(file, e);
    }
    return sweep;
  }

  private void take(String text, int line) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return; // cut short
    }
    // By text: a whole number that was read is not the same kind of node as the one written.
    int i = settings.stream().map(Json::line).toList().indexOf(Json.line(node.path("run")));
    if (i < 0) {
      throw new InvalidInputException(
          "%s: line %d is a run that is not asked for: %s; use another --out"
              .formatted(file, line + 1, node.path("run")));
    }
    figures.set(i, Optional.of(node.path("figures")));
  }

  /** The runs without figures. */
  List<Integer> open() {
    return IntStream.range(0, settings.size())
        .filter(i -> figures.get(i).isEmpty())
        .boxed()
        .toList();
  }

  /** Adds the figures of a run. */
  synchronized boolean append(int i, ObjectNode ofRun) {
    figures.set(i, Optional.of(ofRun));
    try {
      Files.writeString(file, line(i), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw FileTrouble.unwritable(file, e);
    }
    return true;
  }

  /** Brings the runs into order. */
  void finish() {
    try {
      write();
    } catch (IOException e) {
      throw FileTrouble.unwritable(file, e);
    }
  }

  private void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < settings.size(); i++) {
      text.append(figures.get(i).isPresent() ? line(i) : "");
    }
    Path aside = file.resolveSibling(file.getFileName() + ".tmp");
    Files.writeString(aside, text);
    Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private String line(int i) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("run", settings.get(i));
    node.set("figures", figures.get(i).orElseThrow());
    return Json.line(node) + "\n";
  }

  /** What is kept of a run. */
  static ObjectNode figures(SimulationResult result) {
    DescriptiveStatistics jct = new DescriptiveStatistics();
    result.jctSeconds().forEach(jct::addValue);
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("avg_jct_s", Json.number(result.averageJctSeconds()));
    node.set("p50_jct_s", Json.number(jct.getPercentile(50)));
    node.set("p99_jct_s", Json.number(jct.getPercentile(99)));
    node.set("makespan_s", Json.number(result.makespanSeconds()));
    node.set("utilization", Json.number(result.utilization()));
    node.set("cost", Json.number(result.cost()));
    node.put("completed", result.jctSeconds().size());
    node.put("recomputations", result.recomputations());
    node.put("rounds", result.rounds());
    node.put("lease_extensions", result.leaseExtensions());
    node.put("lease_opportunities", result.leaseOpportunities());
    node.put("slo_violations", result.sloViolations());
    node.put("saturated", result.saturated());
    return node;
  }
}
