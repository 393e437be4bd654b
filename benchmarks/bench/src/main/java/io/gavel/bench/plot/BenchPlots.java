package io.gavel.bench.plot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.input.InputText;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Draws results of JMH and {@code gavel bench}: time by the number of jobs. */
public final class BenchPlots {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private BenchPlots() {}

  /**
   * Draws the cases of max-min fairness with distinct rows, for this library and the reference
   * solvers.
   *
   * @param outcomes output of {@code gavel bench --json}
   * @return SVG by the name of its file, {@code rivals.svg}
   * @throws InvalidInputException if the file cannot be read or has no such cases
   */
  public static Map<String, String> ofReferenceSolvers(Path outcomes) {
    Map<String, SortedMap<Double, Double>> series =
        new TreeMap<>(
            Comparator.comparing((String name) -> !name.equals("ours"))
                .thenComparing(Comparator.naturalOrder()));
    int number = 0;
    for (String line : InputText.read(outcomes).text().lines().toList()) {
      String place = "%s: line %s".formatted(outcomes, ++number);
      JsonNode outcome = parsed(line, place);
      String name = outcome.path("case").asText();
      if (name.matches("max-min-\\d{1,9}")) {
        double jobs = Double.parseDouble(name.substring("max-min-".length()));
        put(series, "ours", jobs, outcome, "ours_ms", place);
        outcome
            .path("rivals")
            .fieldNames()
            .forEachRemaining(key -> put(series, key, jobs, outcome, "rivals/" + key, place));
      }
    }
    if (series.isEmpty()) {
      throw new InvalidInputException(
          outcomes
              + ": has no time of max-min fairness; it must be the output of gavel bench --json");
    }
    List<Chart.Line> lines = new ArrayList<>();
    series.forEach(
        (name, points) ->
            lines.add(
                Chart.Line.of(name, List.copyOf(points.keySet()), List.copyOf(points.values()))));
    String picture =
        ChartSvg.draw(
            new Chart(
                "Max-min fairness, rows distinct, K = 3",
                "jobs",
                "milliseconds, median",
                Chart.Axes.LOGARITHMIC,
                lines));
    return Map.of("rivals.svg", picture);
  }

  /** Adds a time, unless the case was not measured. */
  private static void put(
      Map<String, SortedMap<Double, Double>> series,
      String name,
      double jobs,
      JsonNode outcome,
      String member,
      String place) {
    if (!outcome.at("/" + member).isNull() && !outcome.at("/" + member).isMissingNode()) {
      series
          .computeIfAbsent(name, s -> new TreeMap<>())
          .put(jobs, positive(place, member, outcome));
    }
  }

  static JsonNode parsed(String text, String place) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new InvalidInputException(
          "%s: not valid JSON: %s".formatted(place, e.getOriginalMessage()));
    }
  }

  static double positive(String place, String member, JsonNode object) {
    JsonNode node = object.at("/" + member);
    double value = node.asDouble();
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidInputException(
          "%s: %s is %s; it must be a finite number greater than 0"
              .formatted(place, member, node.isMissingNode() ? "missing" : node));
    }
    return value;
  }
}
