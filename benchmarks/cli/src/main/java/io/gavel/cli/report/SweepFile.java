package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.JsonLines;
import io.gavel.simulator.SimulationResult;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * The figures of many runs, one JSON object {@code {"run": settings, "figures": …}} per line. Lines
 * are appended as runs complete; the run of a truncated line is repeated. Thread-safe.
 */
public final class SweepFile {

  private final JsonLines file;
  private final List<ObjectNode> settings;
  private final List<Optional<JsonNode>> figures;

  private SweepFile(JsonLines file, List<ObjectNode> settings, List<Optional<JsonNode>> figures) {
    this.file = file;
    this.settings = settings;
    this.figures = figures;
  }

  /**
   * Opens a file, which may exist from an interrupted command.
   *
   * @throws InvalidInputException if it has runs of other settings, which would be overwritten
   */
  public static SweepFile open(Path file, List<ObjectNode> settings) {
    List<Optional<JsonNode>> figures = new ArrayList<>();
    settings.forEach(setting -> figures.add(Optional.empty()));
    SweepFile sweep = new SweepFile(new JsonLines(file), settings, figures);
    Map<String, Integer> asked = new HashMap<>();
    for (int i = 0; i < settings.size(); i++) {
      asked.put(Json.line(settings.get(i)), i);
    }
    List<JsonNode> lines = sweep.file.read("run");
    for (int line = 0; line < lines.size(); line++) {
      JsonNode run = lines.get(line).path("run");
      // Compared as text: a whole number is read as another node type than it was written.
      Integer i = asked.get(Json.line(run));
      if (i == null) {
        throw new InvalidInputException(
            "%s: line %d is not a run of this command: %s; use another --out"
                .formatted(file, line + 1, run));
      }
      figures.set(i, Optional.of(lines.get(line).path("figures")));
    }
    sweep.finish(); // drops a truncated line, so that lines can be appended
    return sweep;
  }

  /** The runs without figures. */
  public List<Integer> open() {
    return IntStream.range(0, settings.size())
        .filter(i -> figures.get(i).isEmpty())
        .boxed()
        .toList();
  }

  /** Adds the figures of a run. */
  public synchronized boolean append(int i, ObjectNode ofRun) {
    figures.set(i, Optional.of(ofRun));
    file.append(line(i));
    return true;
  }

  /** Sorts the runs in the order of the settings. */
  public void finish() {
    file.replace(
        IntStream.range(0, settings.size())
            .filter(i -> figures.get(i).isPresent())
            .mapToObj(this::line)
            .toList());
  }

  private String line(int i) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("run", settings.get(i));
    node.set("figures", figures.get(i).orElseThrow());
    return Json.line(node) + "\n";
  }

  /** Returns the recorded figures of a run. */
  public static ObjectNode figures(SimulationResult result) {
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
