package io.gavel.bench.plot;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.bench.PolicyScaling;
import io.gavel.input.InputText;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes the processor time of every policy by number of jobs and worker types as a page. */
public final class ScalingPage {

  /** The picture shows these; the tables show all. */
  private static final List<String> DRAWN =
      List.of(
          "max_min_fairness",
          "water_filling",
          "hierarchical",
          "finish_time_fairness",
          "makespan",
          "nash",
          "fifo_greedy",
          "allox");

  /** One row of a table: the cells of a policy by number of jobs. */
  private record Row(SortedMap<Integer, Double> cpuMs, Map<Integer, String> reasons) {}

  private ScalingPage() {}

  /**
   * Writes tables and a picture.
   *
   * @param cells output of {@code gavel bench --scaling --json}
   * @return {@code scaling.md} and {@code scaling.svg} by the names of their files
   * @throws InvalidInputException if the file cannot be read or has no such cells
   */
  public static Map<String, String> of(Path cells) {
    SortedMap<Integer, Map<String, Row>> byTypes = read(cells);
    StringBuilder page = new StringBuilder(InputText.resource(ScalingPage.class, "scaling.md"));
    byTypes.forEach((types, rows) -> page.append(section(types, rows)));
    return Map.of("scaling.md", page.toString(), "scaling.svg", picture(byTypes));
  }

  private static SortedMap<Integer, Map<String, Row>> read(Path cells) {
    SortedMap<Integer, Map<String, Row>> byTypes = new TreeMap<>();
    int number = 0;
    for (String line : InputText.read(cells).text().lines().toList()) {
      String place = "%s: line %s".formatted(cells, ++number);
      JsonNode cell = BenchPlots.parsed(line, place);
      int types = (int) BenchPlots.positive(place, "types", cell);
      int jobs = (int) BenchPlots.positive(place, "jobs", cell);
      Row row =
          byTypes
              .computeIfAbsent(types, k -> new LinkedHashMap<>())
              .computeIfAbsent(
                  cell.path("policy").asText(), name -> new Row(new TreeMap<>(), new TreeMap<>()));
      String status = cell.path("status").asText();
      if (status.equals(PolicyScaling.Cell.ANSWERED)) {
        row.cpuMs().put(jobs, BenchPlots.positive(place, "cpu_ms", cell));
      } else {
        row.reasons().put(jobs, status);
      }
    }
    if (byTypes.isEmpty()) {
      throw new InvalidInputException(
          cells + ": has no cells; it must be the output of gavel bench --scaling --json");
    }
    return byTypes;
  }

  private static String section(int types, Map<String, Row> rows) {
    TreeSet<Integer> sizes = new TreeSet<>();
    rows.values().forEach(row -> sizes.addAll(row.cpuMs().keySet()));
    rows.values().forEach(row -> sizes.addAll(row.reasons().keySet()));
    StringBuilder table = new StringBuilder("\n## %s worker types\n\n| policy |".formatted(types));
    sizes.forEach(jobs -> table.append(String.format(Locale.ROOT, " %,d |", jobs)));
    table.append(" growth |\n|---|").append("---:|".repeat(sizes.size() + 1)).append('\n');
    List<String> notes = new ArrayList<>();
    rows.forEach(
        (policy, row) -> {
          table.append("| `%s` |".formatted(policy));
          for (int jobs : sizes) {
            table.append(" %s |".formatted(cell(row, jobs)));
          }
          table.append(" %s |\n".formatted(growth(row)));
          row.reasons().entrySet().stream()
              .filter(cell -> !cell.getValue().startsWith(PolicyScaling.Cell.NOT_RUN))
              .forEach(
                  cell ->
                      notes.add(
                          String.format(
                              Locale.ROOT,
                              "- `%s`, %,d jobs: %s\n",
                              policy,
                              cell.getKey(),
                              cell.getValue())));
        });
    notes.stream().reduce(String::concat).ifPresent(all -> table.append('\n').append(all));
    return table.toString();
  }

  /**
   * Returns a time with two or three digits; a dash where none was found, nothing if none was
   * sought.
   */
  private static String cell(Row row, int jobs) {
    Double ms = row.cpuMs().get(jobs);
    String none = row.reasons().containsKey(jobs) ? "–" : "";
    return ms == null ? none : String.format(Locale.ROOT, ms < 10 ? "%.1f" : "%,.0f", ms);
  }

  private static String growth(Row row) {
    Double few = row.cpuMs().get(4_096);
    Double many = row.cpuMs().get(65_536);
    return few == null || many == null ? "" : String.format(Locale.ROOT, "%.0f ×", many / few);
  }

  private static String picture(SortedMap<Integer, Map<String, Row>> byTypes) {
    int types = byTypes.firstKey();
    Map<String, Row> rows = byTypes.getOrDefault(types, Map.of());
    List<Chart.Line> lines = new ArrayList<>();
    for (String policy : DRAWN) {
      Row row = rows.get(policy);
      if (row != null && !row.cpuMs().isEmpty()) {
        List<Double> jobs = row.cpuMs().keySet().stream().map(Integer::doubleValue).toList();
        lines.add(Chart.Line.of(policy, jobs, List.copyOf(row.cpuMs().values())));
      }
    }
    return ChartSvg.draw(
        new Chart(
            "Processor time by number of jobs, %s worker types".formatted(types),
            "jobs",
            "ms",
            Chart.Axes.LOGARITHMIC,
            lines));
  }
}
