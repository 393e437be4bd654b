package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.JsonLines;
import io.gavel.experiment.JsonLines.Line;
import io.gavel.simulator.SimulationResult;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * The figures of many runs, one JSON object {@code {"run": settings, "figures": …}} per line. Lines
 * are appended as runs complete; the run of an incomplete line is repeated. The runs of other
 * commands are kept if they differ in policy, cluster, rate or seed only. Thread-safe.
 */
public final class SweepFile {

  private static final Set<String> AXES =
      Set.of(
          "policy",
          "cluster",
          "rate_jobs_per_hour",
          "seed",
          "trace",
          "trace_sha256",
          "classpath_sha256");
  private static final String RUN = "run";
  private static final String FIGURES = "figures";
  private static final String SATURATED = "saturated";
  static final List<String> NUMBERS =
      List.of(
          "avg_jct_s",
          "p50_jct_s",
          "p99_jct_s",
          "makespan_s",
          "utilization",
          "cost",
          "completed",
          "recomputations",
          "rounds",
          "lease_extensions",
          "lease_opportunities",
          "slo_violations");

  private final JsonLines file;
  private final List<String> keys = new ArrayList<>();
  private final Set<String> completed = new HashSet<>();
  private final List<String> complaints = new ArrayList<>();

  private SweepFile(JsonLines file, List<ObjectNode> settings) {
    this.file = file;
    settings.forEach(setting -> keys.add(Json.line(setting)));
  }

  /**
   * Opens a file, which may exist from an interrupted command.
   *
   * @param settings the runs, all different
   * @throws InvalidInputException if it has runs of other data, options or version
   */
  public static SweepFile open(Path file, List<ObjectNode> settings) {
    SweepFile sweep = new SweepFile(new JsonLines(file, RUN), settings);
    JsonLines.Content content = sweep.file.read();
    sweep.complaints.addAll(content.complaints());
    for (Line line : content.lines()) {
      different(line.node().path(RUN), settings.get(0))
          .ifPresent(
              what -> {
                throw new InvalidInputException(
                    "%s: line %s is not a run of this command: %s; use another --out"
                        .formatted(file, line.number(), what));
              });
      if (isValid(line.node().path(FIGURES))) {
        sweep.completed.add(key(line));
      } else {
        sweep.complaints.add(
            "%s: line %s has no valid figures; its run is repeated".formatted(file, line.number()));
      }
    }
    sweep.finish(); // leaves out incomplete lines, so that lines can be appended
    return sweep;
  }

  /** Returns the objects of the runs of this command that have figures, in their order. */
  public List<JsonNode> results() {
    Map<String, JsonNode> byKey = new HashMap<>();
    file.read().lines().forEach(line -> byKey.put(key(line), line.node()));
    return keys.stream().filter(byKey::containsKey).map(byKey::get).toList();
  }

  /** The first member that differs and that is not one of those that a sweep varies. */
  private static Optional<String> different(JsonNode run, JsonNode asked) {
    Set<String> members = new LinkedHashSet<>();
    run.fieldNames().forEachRemaining(members::add);
    asked.fieldNames().forEachRemaining(members::add);
    return members.stream()
        .filter(member -> !AXES.contains(member))
        // Compared as text: a whole number is read as another node type than it was written.
        .filter(member -> !Json.line(run.path(member)).equals(Json.line(asked.path(member))))
        .map(
            member ->
                "its %s is %s, here it is %s"
                    .formatted(member, shown(run.path(member)), shown(asked.path(member))))
        .findFirst();
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "not given" : Json.line(value);
  }

  private static boolean isValid(JsonNode figures) {
    for (String name : NUMBERS) {
      if (!figures.path(name).isNumber() && !figures.path(name).isNull()) {
        return false;
      }
    }
    return figures.path(SATURATED).isBoolean();
  }

  private static String key(Line line) {
    return Json.line(line.node().path(RUN));
  }

  /** What was left out of the file when it was opened, one line each. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** The runs without figures. */
  public synchronized List<Integer> open() {
    return IntStream.range(0, keys.size())
        .filter(i -> !completed.contains(keys.get(i)))
        .boxed()
        .toList();
  }

  /** Adds the figures of a run. */
  public synchronized boolean append(int i, ObjectNode ofRun) {
    completed.add(keys.get(i));
    file.append(line(keys.get(i), ofRun));
    return true;
  }

  /** Sorts the runs in the order of the settings, behind those of other commands. */
  public void finish() {
    file.replace(this::sorted);
  }

  private List<String> sorted(List<Line> lines) {
    Map<String, String> byKey = new LinkedHashMap<>(); // two processes may have run the same
    for (Line line : lines) {
      if (isValid(line.node().path(FIGURES))) {
        byKey.put(key(line), line(key(line), line.node().path(FIGURES)));
      }
    }
    for (String key : keys) {
      String line = byKey.remove(key);
      if (line != null) {
        byKey.put(key, line);
      }
    }
    return List.copyOf(byKey.values());
  }

  private static String line(String key, JsonNode figures) {
    return "{\"%s\":%s,\"%s\":%s}\n".formatted(RUN, key, FIGURES, Json.line(figures));
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
    node.put(SATURATED, result.saturated());
    DescriptiveStatistics slowdown = new DescriptiveStatistics();
    result.measured().forEach(job -> job.rho().ifPresent(slowdown::addValue));
    node.set("mean_contention_slowdown", Json.number(slowdown.getMean()));
    node.set(
        "mean_jobs", // Little's law
        Json.number(result.makespanSeconds() > 0 ? jct.getSum() / result.makespanSeconds() : 0));
    node.set("jct_percentiles_s", percentiles(jct));
    node.set("contention_slowdown_percentiles", percentiles(slowdown));
    return node;
  }

  /** The least value, every fifth percentile and the largest value. */
  private static ArrayNode percentiles(DescriptiveStatistics values) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    if (values.getN() > 0) {
      list.add(Json.number(values.getMin()));
      for (int percent = 5; percent < 100; percent += 5) {
        list.add(Json.number(values.getPercentile(percent)));
      }
      list.add(Json.number(values.getMax()));
    }
    return list;
  }
}
