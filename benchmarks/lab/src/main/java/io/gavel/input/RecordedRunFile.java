package io.gavel.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.legacy.replay.RecordedRound;
import io.gavel.legacy.replay.RecordedRun;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads and writes recorded runs: one line of settings, one line per round, one line of totals,
 * each a JSON object.
 */
public final class RecordedRunFile {

  private static final JsonMapper MAPPER = new JsonMapper();

  private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\:*?\"<>|\\p{Cntrl}]+");

  private RecordedRunFile() {}

  /**
   * Reads a recorded run.
   *
   * @param file lines of JSON
   * @return the run
   * @throws InvalidInputException naming file, line, value and the allowed values
   */
  public static RecordedRun read(Path file) {
    return read(InputText.read(file));
  }

  /** Returns whether the first line has settings. */
  static boolean isRecord(String text) {
    return text.lines().findFirst().orElse("").contains("\"min_reset_s\"");
  }

  /**
   * Returns the first mistake of a file.
   *
   * @param input lines of JSON
   * @return its message with file, line, value and the allowed values; empty if the file is valid
   */
  static List<String> mistakes(InputText input) {
    try {
      read(input);
      return List.of();
    } catch (InvalidInputException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  private static RecordedRun read(InputText input) {
    List<JsonCursor> lines = JsonCursor.readLines(input);
    if (lines.size() < 3) {
      throw new InvalidInputException(
          "%s: has %s lines; must have settings, at least one round, and totals"
              .formatted(input.file(), lines.size()));
    }
    JsonCursor header = lines.get(0);
    JsonCursor footer = lines.get(lines.size() - 1);
    String policy = header.member("policy").text();
    Map<String, Integer> workers =
        map(header.member("cluster"), place -> place.integer(0, ClusterSpec.MOST_WORKERS));
    if (workers.isEmpty() || workers.keySet().stream().anyMatch(String::isBlank)) {
      throw header.member("cluster").mustBe("numbers of workers by the name of their type");
    }
    return new RecordedRun(
        policy,
        header.optional("packed").map(JsonCursor::flag).orElseGet(() -> RecordedRun.packs(policy)),
        workers,
        map(header.member("gpus_per_server"), place -> place.integer(1, Integer.MAX_VALUE)),
        header.member("round_s").positive(),
        header.member("min_reset_s").nonNegative(),
        fileName(header.member("throughputs")),
        lines.subList(1, lines.size() - 1).stream()
            .map(line -> round(line, workers.keySet()))
            .toList(),
        map(footer.member("jct"), JsonCursor::number),
        footer.member("lease_extensions").integer(0, Integer.MAX_VALUE));
  }

  /** Returns the name of a file that is searched in folders, on any system. */
  private static String fileName(JsonCursor place) {
    String name = place.text();
    if (!FILE_NAME.matcher(name).matches()) {
      throw place.mustBe("the name of a file, without its folder");
    }
    return name;
  }

  private static RecordedRound round(JsonCursor line, Set<String> types) {
    JsonCursor allocation = line.member("allocation");
    return new RecordedRound(
        line.member("now").number(),
        line.member("active_jobs").list().stream().map(JsonCursor::text).toList(),
        table(line.member("time_received_before")),
        map(line.member("worker_time_before"), JsonCursor::number),
        order(line.member("worker_type_order"), types),
        line.member("recomputed").flag() ? Optional.of(table(allocation)) : Optional.empty(),
        table(line.member("priority")),
        table(line.member("deficit")),
        map(line.member("selected"), RecordedRunFile::selected),
        map(
            line.member("assignment"),
            ids -> ids.list().stream().map(id -> id.integer(0, Integer.MAX_VALUE)).toList()),
        line.member("tasks").list().stream().map(RecordedRunFile::task).toList());
  }

  private static List<String> order(JsonCursor place, Set<String> types) {
    List<String> order = place.list().stream().map(JsonCursor::text).toList();
    if (order.size() != types.size() || !types.containsAll(order) || !order.containsAll(types)) {
      throw place.mustBe("each of the types %s once".formatted(types));
    }
    return order;
  }

  private static RecordedRound.Task task(JsonCursor place) {
    return new RecordedRound.Task(
        place.member("combination").text(),
        place.member("accelerator").text(),
        place.member("steps").list().stream().map(JsonCursor::number).toList(),
        place.member("finish").number());
  }

  private static List<String> selected(JsonCursor place) {
    return place.list().stream()
        .map(choice -> choice.list(2, "a group and its scale factor").get(0).text())
        .toList();
  }

  private static Map<String, Map<String, Double>> table(JsonCursor place) {
    return map(place, row -> map(row, JsonCursor::number));
  }

  private static <T> Map<String, T> map(JsonCursor place, Function<JsonCursor, T> value) {
    Map<String, T> map = new LinkedHashMap<>();
    place.members().forEach(member -> map.put(member.getKey(), value.apply(member.getValue())));
    return map;
  }

  /**
   * Writes a recorded run.
   *
   * @param run the run
   * @return one JSON object per line: settings, rounds, totals
   */
  public static String text(RecordedRun run) {
    StringBuilder text = new StringBuilder();
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("policy", run.policy());
    header.put("packed", run.packed());
    header.set("cluster", tree(run.workers()));
    header.set("gpus_per_server", tree(run.workersPerServer()));
    header.put("round_s", run.roundSeconds());
    header.put("min_reset_s", run.minResetSeconds());
    header.put("throughputs", run.throughputs());
    text.append(header).append('\n');
    run.rounds().forEach(round -> text.append(line(round, run.workers())).append('\n'));
    ObjectNode footer = JsonNodeFactory.instance.objectNode();
    footer.set("jct", tree(run.jctSeconds()));
    footer.put("lease_extensions", run.leaseExtensions());
    return text.append(footer).append('\n').toString();
  }

  private static ObjectNode line(RecordedRound round, Map<String, Integer> workers) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("now", round.now());
    line.set("active_jobs", tree(round.activeJobs()));
    line.set("time_received_before", tree(round.received()));
    line.set("worker_time_before", tree(round.typeSeconds()));
    line.set("worker_type_order", tree(round.typeOrder()));
    line.put("recomputed", round.allocation().isPresent());
    line.set("allocation", tree(round.allocation().orElse(Map.of())));
    line.set("priority", tree(round.priority()));
    line.set("deficit", tree(round.deficit()));
    ObjectNode selected = line.putObject("selected");
    round
        .selected()
        .forEach(
            (type, groups) ->
                groups.forEach(
                    group ->
                        selected
                            .withArray(type)
                            .addArray()
                            .add(group)
                            .add(round.assignment().getOrDefault(group, List.of()).size())));
    workers.keySet().forEach(selected::withArray);
    line.set("assignment", tree(round.assignment()));
    for (RecordedRound.Task task : round.tasks()) {
      line.withArray("tasks")
          .addObject()
          .put("combination", task.group())
          .put("accelerator", task.type())
          .put("finish", task.finish())
          .set("steps", tree(task.steps()));
    }
    line.withArray("tasks");
    return line;
  }

  private static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }
}
