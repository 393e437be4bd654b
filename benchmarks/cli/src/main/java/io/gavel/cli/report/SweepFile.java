package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.JsonLines;
import io.gavel.experiment.JsonLines.Line;
import io.gavel.experiment.load.SaturationSearch;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.WaitMeter;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The figures of many runs, one JSON object {@code {"run": settings, "figures": …}} per line. Lines
 * are appended as runs complete; the run of an incomplete line is repeated. The runs of other
 * commands are kept if they differ in policy, cluster, rate, jobs, measurements or seed only.
 * Thread-safe.
 */
public final class SweepFile {

  private static final Set<String> AXES =
      Set.of(
          "policy",
          "cluster",
          "rate_jobs_per_hour",
          "jobs",
          "seed",
          "trace",
          "trace_sha256",
          "references",
          "profile",
          "classpath_sha256");
  static final String RUN = "run";
  static final String FIGURES = "figures";
  private static final String SATURATED = "saturated";

  /** The completion times of the measured jobs, in ascending order. */
  public static final String JCT_SECONDS = "jct_s";

  /** The contention slowdowns of the measured jobs, in ascending order. */
  public static final String SLOWDOWNS = "contention_slowdown";

  /** The table of the jobs of a run, see {@link JobsCsv}. */
  static final String JOBS = "jobs";

  /** The only figure of a run that failed: the reason. */
  public static final String FAILED = "failed";

  /** The setting of a run that searches a rate. */
  public static final String SEARCH = "search";

  /** The figure of a run that searches the saturating rate. */
  public static final String SATURATING_RATE = "saturating_rate_jobs_per_hour";

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

  /**
   * Where a run of a shard stands in the entire sweep.
   *
   * @param index from 0 to {@code of − 1}
   * @param of the runs of the entire sweep
   */
  private record Placed(int index, int of) {

    static final String MEMBER = "of_sweep";

    /**
     * Returns the place that a line states; empty if it is of a sweep, or states none that is
     * valid.
     */
    static Optional<Placed> of(JsonNode line) {
      JsonNode stated = line.path(MEMBER);
      Placed placed = new Placed(stated.path("index").asInt(-1), stated.path("of").asInt(-1));
      return placed.index >= 0 && placed.index < placed.of ? Optional.of(placed) : Optional.empty();
    }

    ObjectNode json() {
      return JsonNodeFactory.instance.objectNode().put("index", index).put("of", of);
    }
  }

  private final JsonLines file;
  private final List<String> keys = new ArrayList<>();
  private final Set<String> own = new HashSet<>();
  private final Map<String, Placed> places = new HashMap<>();
  private final Set<String> completed = new HashSet<>();
  private final List<String> complaints = new ArrayList<>();
  private final boolean withJobs;

  private SweepFile(JsonLines file, boolean withJobs) {
    this.file = file;
    this.withJobs = withJobs;
  }

  /**
   * Opens a file, which may exist from an interrupted command. The lines of a shard say where they
   * stand in the sweep.
   *
   * @param settings the runs of the sweep, all different
   * @param own the indices of the runs of this file
   * @param shard whether the file is that of a shard
   * @param withJobs whether each run must have its table of jobs
   * @throws InvalidInputException if it has runs of other data, options, version or shards
   */
  public static SweepFile open(
      Path path, List<ObjectNode> settings, List<Integer> own, boolean shard, boolean withJobs) {
    SweepFile sweep = new SweepFile(new JsonLines(path, RUN), withJobs);
    for (int i : own) {
      String key = Json.line(settings.get(i));
      sweep.keys.add(key);
      sweep.own.add(key);
      if (shard) {
        sweep.places.put(key, new Placed(i, settings.size()));
      }
    }
    JsonLines.Content content = sweep.file.read();
    sweep.complaints.addAll(content.complaints());
    for (Line line : content.lines()) {
      if (shard) {
        Placed expected = sweep.places.get(key(line));
        if (expected == null || !Placed.of(line.node()).equals(Optional.of(expected))) {
          throw new InvalidInputException(
              "%s: line %s is not a run of this shard; use another --out"
                  .formatted(path, line.number()));
        }
      }
      different(line.node().path(RUN), settings.get(0), Set.of())
          .ifPresent(
              what -> {
                throw new InvalidInputException(
                    "%s: line %s is not a run of this command: %s; use another --out"
                        .formatted(path, line.number(), what));
              });
      if (sweep.isValid(line)) {
        sweep.completed.add(key(line));
      } else {
        sweep.complaints.add(
            "%s: line %s lacks figures; its run is repeated".formatted(path, line.number()));
      }
    }
    sweep.finish(); // leaves out incomplete lines, so that lines can be appended
    return sweep;
  }

  /**
   * Reads the runs that another command has written.
   *
   * @param complaints receives a message for each line that is left out
   */
  public static List<JsonNode> runs(Path path, Consumer<String> complaints) {
    return lines(path, complaints).stream().map(Line::node).toList();
  }

  private static List<Line> lines(Path path, Consumer<String> complaints) {
    JsonLines.Content content = new JsonLines(path, RUN).readOfOthers();
    content.complaints().forEach(complaints);
    return content.lines();
  }

  /**
   * Puts the files of shards together: the lines that one machine would have written.
   *
   * @param files files of the shards of one sweep, in any order
   * @param complaints receives a message for each line that is left out
   * @return the text of the file
   * @throws InvalidInputException naming the file and line of a run that is of another sweep or has
   *     other figures than the same run elsewhere, or the runs that are missing
   */
  public static String merged(List<Path> files, Consumer<String> complaints) {
    SortedMap<Integer, String> lines = new TreeMap<>();
    Map<Integer, Path> origins = new HashMap<>();
    int of = 0;
    for (Path path : files) {
      for (Line line : lines(path, complaints)) {
        String where = "%s: line %s".formatted(path, line.number());
        Placed placed =
            Placed.of(line.node())
                .orElseThrow(
                    () ->
                        new InvalidInputException(where + " is not a run of gavel sweep --shard"));
        of = of == 0 ? placed.of : of;
        if (placed.of != of) {
          throw new InvalidInputException(
              "%s is of a sweep of %s runs, lines before are of one of %s runs"
                  .formatted(where, placed.of, of));
        }
        String text = line(key(line), line.node().path(FIGURES), null);
        String before = lines.putIfAbsent(placed.index, text);
        Path origin = origins.putIfAbsent(placed.index, path);
        if (before != null && !before.equals(text)) {
          throw new InvalidInputException(
              "%s is run %s of the sweep, which is another in %s"
                  .formatted(where, placed.index + 1, origin));
        }
      }
    }
    if (of == 0) {
      throw new InvalidInputException("%s: no runs".formatted(files.get(0)));
    }
    List<Integer> missing =
        IntStream.range(0, of).filter(i -> !lines.containsKey(i)).boxed().toList();
    if (!missing.isEmpty()) {
      throw new InvalidInputException(
          "%s of %s runs are missing, the first of them is run %s; repeat the shards that ended early"
              .formatted(missing.size(), of, missing.get(0) + 1));
    }
    return String.join("", lines.values());
  }

  /**
   * Fails if a file, which may exist from an earlier merge, has runs that a merged text lacks.
   *
   * @throws InvalidInputException naming the first of them
   */
  public static void requireAllKept(Path path, String text) {
    if (!Files.isRegularFile(path)) {
      return;
    }
    Set<String> merged = text.lines().collect(Collectors.toSet());
    for (Line line : lines(path, complaint -> {})) {
      if (!merged.contains(Json.line(line.node()))) {
        throw new InvalidInputException(
            "--out: %s: line %s is none of the runs merged; use another file"
                .formatted(path, line.number()));
      }
    }
  }

  /** Returns the objects of the runs of this command that have figures, in their order. */
  public List<JsonNode> results() {
    Map<String, JsonNode> byKey = new HashMap<>();
    file.read().lines().forEach(line -> byKey.put(key(line), line.node()));
    return keys.stream().filter(byKey::containsKey).map(byKey::get).toList();
  }

  /** Returns the settings of a run by which it differs from the other runs of a sweep. */
  public static ObjectNode name(ObjectNode setting) {
    ObjectNode name = setting.deepCopy();
    name.retain(AXES);
    name.properties()
        .removeIf(field -> field.getValue().isNull() || field.getKey().endsWith("_sha256"));
    return name;
  }

  /** Returns the first differing member that a sweep does not vary. */
  private static Optional<String> different(JsonNode run, JsonNode asked, Set<String> ignored) {
    Set<String> members = new LinkedHashSet<>();
    run.fieldNames().forEachRemaining(members::add);
    asked.fieldNames().forEachRemaining(members::add);
    return members.stream()
        .filter(member -> !AXES.contains(member) && !ignored.contains(member))
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

  private boolean isValid(Line line) {
    JsonNode figures = line.node().path(FIGURES);
    if (figures.path(FAILED).isTextual()) {
      return true;
    }
    if (line.node().path(RUN).has(SEARCH)) {
      return figures.path(SATURATING_RATE).isNumber();
    }
    if (withJobs && own.contains(key(line)) && !figures.path(JOBS).isObject()) {
      return false;
    }
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

  /** Returns a message for each line that was left out when the file was opened. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Returns the runs without figures. */
  public synchronized List<Integer> open() {
    return IntStream.range(0, keys.size())
        .filter(i -> !completed.contains(keys.get(i)))
        .boxed()
        .toList();
  }

  /** Adds the figures of a run. */
  public synchronized boolean append(int i, ObjectNode ofRun) {
    completed.add(keys.get(i));
    file.append(line(keys.get(i), ofRun, places.get(keys.get(i))));
    return true;
  }

  /** Sorts the runs in the order of the settings, after the runs of other commands. */
  public void finish() {
    file.replace(this::sorted);
  }

  private List<String> sorted(List<Line> lines) {
    Map<String, String> byKey = new LinkedHashMap<>(); // two processes may have run the same
    for (Line line : lines) {
      if (isValid(line)) {
        String key = key(line);
        byKey.put(key, line(key, line.node().path(FIGURES), places.get(key)));
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

  private static String line(String key, JsonNode figures, @Nullable Placed placed) {
    String place =
        placed == null ? "" : ",\"%s\":%s".formatted(Placed.MEMBER, Json.line(placed.json()));
    return "{\"%s\":%s,\"%s\":%s%s}\n".formatted(RUN, key, FIGURES, Json.line(figures), place);
  }

  /**
   * Returns the largest saturating rates of searches.
   *
   * @param searches lines of a file of {@code --rate auto}
   * @param setting the settings of a run of this command
   * @return jobs per hour by policy and cluster
   * @throws InvalidInputException if the searches are of other jobs, rules or versions
   */
  public static Map<List<String>, Double> saturatingRates(
      Path path, List<JsonNode> searches, JsonNode setting) {
    Map<List<String>, Double> rates = new HashMap<>();
    for (JsonNode line : searches) {
      JsonNode run = line.path(RUN);
      different(run, setting, Set.of(SEARCH, "jct_limit_h", "window"))
          .ifPresent(
              what -> {
                throw new InvalidInputException(
                    "--loads: %s: a search is of other runs: %s".formatted(path, what));
              });
      JsonNode rate = line.path(FIGURES).path(SATURATING_RATE);
      if (rate.isNumber()) {
        rates.merge(
            List.of(run.path("policy").asText(), run.path("cluster").asText()),
            rate.asDouble(),
            Math::max);
      }
    }
    if (rates.isEmpty()) {
      throw new InvalidInputException(
          "--loads: %s has no saturating rates; gavel sweep --rate auto finds them"
              .formatted(path));
    }
    return rates;
  }

  /** Returns what is recorded of a run that failed. */
  public static ObjectNode failure(String reason) {
    return JsonNodeFactory.instance.objectNode().put(FAILED, reason);
  }

  /**
   * Returns the CSV of all jobs of all runs that have tables of jobs.
   *
   * @param lines lines of files of runs
   * @throws InvalidInputException if none has
   */
  public static String jobs(List<JsonNode> lines) {
    List<JsonNode> with =
        lines.stream().filter(line -> line.path(FIGURES).path(JOBS).isObject()).toList();
    if (with.isEmpty()) {
      throw new InvalidInputException(
          "--job-csv: the runs have no jobs; gavel sweep --job-csv adds them");
    }
    return JobsCsv.text(
        with.stream().map(line -> line.path(RUN)).toList(),
        with.stream().map(line -> line.path(FIGURES).path(JOBS)).toList());
  }

  /**
   * Returns the recorded figures of a run.
   *
   * @param waits the time for which jobs waited, by reason; empty if not measured
   * @param jobs the table of jobs; empty if not wanted
   */
  public static ObjectNode figures(
      SimulationResult result, Optional<WaitMeter> waits, Optional<ObjectNode> jobs) {
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
    waits.ifPresent(
        meter ->
            meter
                .jobSeconds()
                .forEach(
                    (reason, seconds) ->
                        node.set(
                            "waited_%s_job_s".formatted(reason.name().toLowerCase(Locale.ROOT)),
                            Json.number(seconds))));
    result.failureCost().ifPresent(cost -> node.put("worker_failures", cost.failures()));
    node.set(JCT_SECONDS, sorted(jct));
    node.set(SLOWDOWNS, sorted(slowdown));
    jobs.ifPresent(table -> node.set(JOBS, table));
    return node;
  }

  /** Returns the recorded figures of a search. */
  public static ObjectNode figures(SaturationSearch search) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set(SATURATING_RATE, Json.number(search.jobsPerHour()));
    node.set("sustained_jobs_per_hour", Json.number(search.sustained()));
    node.set("saturated_jobs_per_hour", Json.number(search.saturated()));
    ArrayNode simulations = node.putArray("simulations");
    for (SaturationSearch.Probe probe : search.probes()) {
      ObjectNode simulation = simulations.addObject();
      simulation.set("rate_jobs_per_hour", Json.number(probe.jobsPerHour()));
      simulation.set("avg_jct_s", Json.number(probe.averageJctSeconds()));
      simulation.put(SATURATED, probe.saturated());
    }
    return node;
  }

  private static ArrayNode sorted(DescriptiveStatistics values) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    Arrays.stream(values.getSortedValues()).mapToObj(Json::number).forEach(list::add);
    return list;
  }
}
