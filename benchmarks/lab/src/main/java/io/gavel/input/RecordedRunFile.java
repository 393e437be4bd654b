package io.gavel.input;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads and writes recorded runs: one line of settings, one line per round, one line of totals,
 * each a JSON object.
 */
public final class RecordedRunFile {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addMixIn(RecordedRound.Selected.class, AsArray.class)
          .build();

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  private interface AsArray {}

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
    return InputKind.RECORD.read(InputText.read(file), RecordedRunFile::read);
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
    return CsvFile.mistakes(mistakes -> read(input));
  }

  private static RecordedRun read(InputText input) {
    List<JsonCursor> lines = JsonCursor.readLines(input);
    if (lines.size() < 3) {
      throw new InvalidInputException(
          "%s: has %s lines; it must have settings, at least one round, and totals"
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
    RecordedRound round = line.as(RecordedRound.class, MAPPER);
    if (round.recomputed()) {
      map(line.member("allocation"), row -> map(row, JsonCursor::number));
    }
    List<String> order = round.workerTypeOrder();
    if (order.size() != types.size() || !types.containsAll(order) || !order.containsAll(types)) {
      throw line.member("worker_type_order").mustBe("each of the types %s once".formatted(types));
    }
    return round;
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
    run.rounds().forEach(round -> text.append(tree(round)).append('\n'));
    ObjectNode footer = JsonNodeFactory.instance.objectNode();
    footer.set("jct", tree(run.jctSeconds()));
    footer.put("lease_extensions", run.leaseExtensions());
    return text.append(footer).append('\n').toString();
  }

  /**
   * Returns a part of a record as it stands in a file.
   *
   * @param value a round, or a map of numbers
   * @return its JSON
   */
  public static JsonNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }
}
