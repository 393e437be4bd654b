package io.gavel.benchmarks;

import io.gavel.benchmarks.bench.Outcome;
import io.gavel.benchmarks.bench.Rival;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Renders what {@code gavel bench} measured. */
public final class BenchReport {

  private BenchReport() {}

  /**
   * The figures for people.
   *
   * @param outcomes of the cases
   * @return a table, then notes on reference solvers and targets
   */
  public static String text(List<Outcome> outcomes) {
    TextTable table = new TextTable();
    table
        .cell("case")
        .text("rival")
        .cell("ours ms")
        .cell("ours cpu ms")
        .cell("rival ms")
        .cell("ratio");
    table.cell("target ms").text("").endRow();
    StringBuilder notes = new StringBuilder();
    for (Outcome outcome : outcomes) {
      rows(table, outcome);
      notes.append(notes(outcome));
    }
    return table + (notes.isEmpty() ? "" : "\n" + notes);
  }

  private static void rows(TextTable table, Outcome outcome) {
    double ours = outcome.oursMs();
    table.cell(outcome.name()).text("").cell(number(ours));
    table.cell(number(outcome.ours().path("cpu_ms").asDouble(Double.NaN))).cell("").cell("");
    table.cell(number(outcome.targetMs())).text(outcome.meetsTarget() ? "met" : "missed").endRow();
    for (Rival rival : Rival.values()) {
      double theirs = outcome.rivalMs(rival);
      if (!Double.isNaN(theirs)) {
        OptionalDouble required = outcome.required(rival);
        table.cell("").text(rival.key()).cell("").cell("").cell(number(theirs));
        table.cell(number(theirs / ours) + " ×");
        table.cell(required.isEmpty() ? "" : "≥ " + number(required.getAsDouble()) + " ×").endRow();
      }
    }
  }

  private static String notes(Outcome outcome) {
    String name = outcome.name();
    String ours = outcome.ours().path("reason").asText("");
    String reasons =
        List.of(Rival.values()).stream()
            .filter(rival -> ours.isEmpty() && !outcome.reason(rival).isEmpty())
            .collect(Collectors.groupingBy(outcome::reason, Collectors.toList()))
            .entrySet()
            .stream()
            .map(e -> keys(e.getValue()) + " " + e.getKey())
            .sorted()
            .collect(Collectors.joining("; "));
    String all = ours.isEmpty() ? reasons : "cannot run: " + ours;
    return all.isEmpty() ? "" : "%s: %s%n".formatted(name, all);
  }

  private static String keys(List<Rival> rivals) {
    return rivals.stream().map(Rival::key).collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    int digits = value < 0.995 ? 3 : value < 99.5 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
