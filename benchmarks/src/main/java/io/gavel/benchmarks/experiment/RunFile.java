package io.gavel.benchmarks.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.benchmarks.input.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Samples that are kept, a JSON object {@code {"arm": id, "seed": n, "figures": …}} a line,
 * appended as they come. A line that an interruption cut short is done again. Thread-safe.
 */
public final class RunFile {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private record Key(String arm, long seed) {}

  private final @Nullable Path file;
  private final Map<Key, Sample> samples = new LinkedHashMap<>();

  private RunFile(@Nullable Path file) {
    this.file = file;
  }

  /**
   * Samples that are kept in memory only.
   *
   * @return a file that is none
   */
  public static RunFile inMemory() {
    return new RunFile(null);
  }

  /**
   * Opens a file, which may be there from an earlier time.
   *
   * @param file to read and to append to
   * @return it, with its samples
   * @throws InvalidInputException if it cannot be used
   */
  public static RunFile open(Path file) {
    RunFile runs = new RunFile(file);
    List<String> whole = new ArrayList<>();
    try {
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        if (runs.take(line)) {
          whole.add(line);
        }
      }
      Files.write(file, whole); // without a line that was cut short, so that more can be appended
    } catch (IOException e) {
      throw new InvalidInputException("%s: cannot be used: %s".formatted(file, e.getMessage()));
    }
    return runs;
  }

  private boolean take(String line) {
    try {
      JsonNode node = MAPPER.readTree(line);
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
          new Key(node.path("arm").asText(), node.path("seed").asLong()), new Sample(figures));
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  synchronized Optional<Sample> find(Arm arm, long seed) {
    return Optional.ofNullable(samples.get(new Key(arm.id(), seed)));
  }

  synchronized boolean add(Arm arm, long seed, Sample sample) {
    samples.put(new Key(arm.id(), seed), sample);
    if (file != null) {
      try {
        Files.writeString(
            file, line(arm, seed, sample), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException("%s: cannot be written".formatted(file), e);
      }
    }
    return true;
  }

  private static String line(Arm arm, long seed, Sample sample) throws JsonProcessingException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("arm", arm.id());
    node.put("seed", seed);
    ObjectNode figures = node.putObject("figures");
    sample
        .figures()
        .forEach(
            (name, values) -> {
              ArrayNode list = figures.putArray(name);
              values.forEach(v -> list.add(Double.isNaN(v) ? null : v));
            });
    return MAPPER.writeValueAsString(node) + "\n";
  }
}
