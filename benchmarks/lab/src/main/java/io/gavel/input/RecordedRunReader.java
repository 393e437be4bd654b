package io.gavel.input;

import io.gavel.legacy.replay.RecordedRound;
import io.gavel.legacy.replay.RecordedRun;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads recorded runs: one line of settings, one line per round, one line of totals, each a JSON
 * object.
 */
public final class RecordedRunReader {

  private RecordedRunReader() {}

  /**
   * Reads a recorded run.
   *
   * @param file lines of JSON
   * @return the run
   * @throws InvalidInputException naming file, line, value and what is allowed
   */
  public static RecordedRun read(Path file) {
    return read(InputText.read(file));
  }

  /** Whether the first line has settings. */
  static boolean isRecord(String text) {
    return text.lines().findFirst().orElse("").contains("\"min_reset_s\"");
  }

  /**
   * Returns the first mistake of a file.
   *
   * @param input lines of JSON
   * @return its message with file, line, value and what is allowed; empty if the file is valid
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
    return new RecordedRun(
        policy,
        header.optional("packed").map(JsonCursor::flag).orElseGet(() -> sharesWorkers(policy)),
        map(header.member("cluster"), place -> place.integer(0, Integer.MAX_VALUE)),
        map(header.member("gpus_per_server"), place -> place.integer(1, Integer.MAX_VALUE)),
        header.member("round_s").positive(),
        header.member("min_reset_s").nonNegative(),
        header.member("throughputs").text(),
        lines.subList(1, lines.size() - 1).stream().map(RecordedRunReader::round).toList(),
        map(footer.member("jct"), JsonCursor::number),
        footer.member("lease_extensions").integer(0, Integer.MAX_VALUE));
  }

  /** The published program says by the policy's name whether jobs may share workers. */
  private static boolean sharesWorkers(String policy) {
    return policy.contains("pack") || policy.equals("gandiva"); // in it Gandiva_Packing
  }

  private static RecordedRound round(JsonCursor line) {
    JsonCursor allocation = line.member("allocation");
    return new RecordedRound(
        line.member("now").number(),
        line.member("active_jobs").list().stream().map(JsonCursor::text).toList(),
        table(line.member("time_received_before")),
        map(line.member("worker_time_before"), JsonCursor::number),
        line.member("worker_type_order").list().stream().map(JsonCursor::text).toList(),
        line.member("recomputed").flag() ? Optional.of(table(allocation)) : Optional.empty(),
        table(line.member("priority")),
        table(line.member("deficit")),
        map(line.member("selected"), RecordedRunReader::selected),
        map(
            line.member("assignment"),
            ids -> ids.list().stream().map(id -> id.integer(0, Integer.MAX_VALUE)).toList()),
        line.member("tasks").list().stream().map(RecordedRunReader::task).toList());
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
}
