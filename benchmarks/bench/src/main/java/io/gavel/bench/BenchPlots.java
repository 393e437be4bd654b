package io.gavel.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Draws results of JMH and {@code gavel bench}: time by the number of jobs. */
public final class BenchPlots {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private BenchPlots() {}

  /**
   * Draws the results of {@code MaxMinBenchmark}, one picture per load.
   *
   * @param results JSON results of JMH
   * @param folder folder for {@code max-min-LOAD.svg}
   * @return the files
   * @throws IOException if a file cannot be read or written
   */
  public static List<Path> ofMicroBenchmark(Path results, Path folder) throws IOException {
    Map<String, Map<String, SortedMap<Double, Double>>> charts = new TreeMap<>();
    for (JsonNode result : MAPPER.readTree(Files.readString(results))) {
      JsonNode params = result.path("params");
      String series =
          String.format(
              Locale.ROOT,
              "K = %2d, %s",
              params.path("workerTypes").asInt(),
              params.path("rows").asText().toLowerCase(Locale.ROOT));
      JsonNode metric = result.path("primaryMetric");
      charts
          .computeIfAbsent(
              params.path("load").asText().toLowerCase(Locale.ROOT), load -> new TreeMap<>())
          .computeIfAbsent(series, name -> new TreeMap<>())
          .put(
              params.path("jobs").asDouble(),
              metric.path("scorePercentiles").path("50.0").asDouble());
    }
    List<Path> files = new ArrayList<>();
    for (var chart : charts.entrySet()) {
      files.add(
          draw(
              "Max-min fairness, cluster " + chart.getKey(),
              chart.getValue(),
              folder.resolve("max-min-" + chart.getKey() + ".svg")));
    }
    return files;
  }

  /**
   * Draws the cases of max-min fairness with distinct rows, for this library and the reference
   * solvers.
   *
   * @param lines output of {@code gavel bench --json}
   * @param folder folder for {@code rivals.svg}
   * @return the file
   * @throws IOException if a file cannot be read or written
   */
  public static Path ofReferenceSolvers(Path lines, Path folder) throws IOException {
    Map<String, SortedMap<Double, Double>> series = new TreeMap<>();
    for (String line : Files.readAllLines(lines)) {
      JsonNode outcome = MAPPER.readTree(line);
      String name = outcome.path("case").asText();
      if (name.matches("max-min-\\d+")) {
        double jobs = Double.parseDouble(name.substring("max-min-".length()));
        put(series, "ours", jobs, outcome.path("ours_ms"));
        outcome
            .path("rivals")
            .properties()
            .forEach(reference -> put(series, reference.getKey(), jobs, reference.getValue()));
      }
    }
    return draw("Max-min fairness, rows distinct, K = 3", series, folder.resolve("rivals.svg"));
  }

  private static void put(
      Map<String, SortedMap<Double, Double>> series, String name, double jobs, JsonNode ms) {
    if (ms.isNumber()) {
      series.computeIfAbsent(name, s -> new TreeMap<>()).put(jobs, ms.asDouble());
    }
  }

  private static Path draw(String title, Map<String, SortedMap<Double, Double>> series, Path file)
      throws IOException {
    List<Chart.Line> lines = new ArrayList<>();
    series.forEach(
        (name, points) ->
            lines.add(
                Chart.Line.of(name, List.copyOf(points.keySet()), List.copyOf(points.values()))));
    Chart chart = new Chart(title, "jobs", "milliseconds, median", Chart.Axes.LOGARITHMIC, lines);
    return Files.writeString(file, ChartSvg.draw(chart));
  }
}
