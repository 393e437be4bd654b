package io.gavel.bench.plot;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.bench.Comparison;
import io.gavel.input.InputText;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.workload.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Writes the comparison with other solvers by family of problems as a page. */
public final class FamiliesPage {

  /** A cell, and the time of its fastest rival as a multiple of this library's. */
  private record Duel(String name, String family, String rival, double ratio) {

    boolean isWon() {
      return ratio > Comparison.TIE;
    }

    boolean isLost() {
      return ratio * Comparison.TIE < 1;
    }
  }

  private FamiliesPage() {}

  /**
   * Writes tables and a picture.
   *
   * @param cells output of {@code gavel bench --scaling --family --json}
   * @return {@code families.md} and {@code families.svg} by the names of their files
   * @throws InvalidInputException if the file cannot be read or has no such cells
   */
  public static Map<String, String> of(Path cells) {
    SortedMap<Integer, List<Duel>> byJobs = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    int number = 0;
    for (String line : InputText.read(cells).text().lines().toList()) {
      String place = "%s: line %s".formatted(cells, ++number);
      JsonNode cell = BenchPlots.parsed(line, place);
      int jobs = (int) BenchPlots.positive(place, "jobs", cell);
      String family = cell.path("family").asText();
      String name =
          String.format(
              Locale.ROOT,
              "`%s`, %s, %,d × %s",
              cell.path("policy").asText(),
              family,
              jobs,
              cell.path("types").asText());
      if (!cell.path("rivals").isEmpty()) {
        byJobs
            .computeIfAbsent(jobs, n -> new ArrayList<>())
            .add(fastest(name, family, cell.path("rivals")));
      }
      List<String> ofCell = new ArrayList<>();
      cell.path("faults").forEach(fault -> ofCell.add(fault.asText()));
      if (!ofCell.isEmpty()) {
        faults.add("- %s: %s\n".formatted(name, String.join("; ", ofCell)));
      }
    }
    if (byJobs.isEmpty()) {
      throw new InvalidInputException(
          cells
              + ": has no comparison; it must be the output of gavel bench --scaling --family"
              + " --json");
    }
    StringBuilder page = new StringBuilder(InputText.resource(FamiliesPage.class, "families.md"));
    page.append(table("jobs", byJobs, jobs -> String.format(Locale.ROOT, "%,d", jobs)));
    SortedMap<String, List<Duel>> byFamily = new TreeMap<>();
    byJobs.values().stream()
        .flatMap(List::stream)
        .forEach(duel -> byFamily.computeIfAbsent(duel.family(), f -> new ArrayList<>()).add(duel));
    page.append(table("family", byFamily, family -> family));
    page.append("\n## Cells that fail\n\n");
    faults.forEach(page::append);
    return Map.of("families.md", page.toString(), "families.svg", picture(byJobs));
  }

  private static Duel fastest(String name, String family, JsonNode rivals) {
    String fastest = "";
    double ratio = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, JsonNode> rival : rivals.properties()) {
      double of = rival.getValue().asDouble(Double.POSITIVE_INFINITY);
      if (of < ratio) {
        fastest = rival.getKey();
        ratio = of;
      }
    }
    return new Duel(name, family, fastest, ratio);
  }

  /** Returns a table of shares, with a row for each size or family. */
  private static <K> String table(
      String of, SortedMap<K, List<Duel>> rows, Function<K, String> title) {
    StringBuilder table = new StringBuilder();
    table.append("\n| %s | cells | won | tied | lost | median | worst cell |\n".formatted(of));
    table.append("|---|---:|---:|---:|---:|---:|---|\n");
    rows.forEach(
        (key, duels) -> {
          List<Duel> ascending =
              duels.stream().sorted(Comparator.comparingDouble(Duel::ratio)).toList();
          Duel worst = ascending.get(0);
          table.append(
              String.format(
                  Locale.ROOT,
                  "| %s | %d | %.0f %% | %.0f %% | %.0f %% | %s | %s: %s %s |\n",
                  title.apply(key),
                  duels.size(),
                  share(duels, Duel::isWon),
                  share(duels, duel -> !duel.isWon() && !duel.isLost()),
                  share(duels, Duel::isLost),
                  times(ascending.get(duels.size() / 2)),
                  worst.name(),
                  worst.rival(),
                  times(worst)));
        });
    return table.toString();
  }

  private static double share(List<Duel> duels, Predicate<Duel> counted) {
    return 100.0 * duels.stream().filter(counted).count() / duels.size();
  }

  private static String times(Duel duel) {
    return duel.ratio() == Double.POSITIVE_INFINITY
        ? "no answer"
        : String.format(
            Locale.ROOT,
            duel.ratio() < 0.1 ? "%.4f ×" : duel.ratio() < 10 ? "%.2f ×" : "%,.0f ×",
            duel.ratio());
  }

  private static String picture(SortedMap<Integer, List<Duel>> byJobs) {
    List<Double> jobs = byJobs.keySet().stream().map(Integer::doubleValue).toList();
    Map<String, Predicate<Duel>> results = new LinkedHashMap<>();
    results.put("won", Duel::isWon);
    results.put("tied", duel -> !duel.isWon() && !duel.isLost());
    results.put("lost", Duel::isLost);
    List<Chart.Line> lines = new ArrayList<>();
    results.forEach(
        (name, counted) ->
            lines.add(
                Chart.Line.of(
                    name,
                    jobs,
                    byJobs.values().stream().map(duels -> share(duels, counted)).toList())));
    return ChartSvg.draw(
        new Chart(
            "Cells against the fastest of GLOP, CLP and HiGHS",
            "jobs",
            "per cent",
            Chart.Axes.LOGARITHMIC_X,
            lines));
  }
}
