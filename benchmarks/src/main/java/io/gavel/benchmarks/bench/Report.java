package io.gavel.benchmarks.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.benchmarks.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A measured case for readers. Immutable. */
public final class Report {

  private final Outcome outcome;

  Report(Outcome outcome) {
    this.outcome = outcome;
  }

  /**
   * The figures for programs.
   *
   * @return one object
   */
  public ObjectNode json() {
    return outcome.json();
  }

  /**
   * Whether ours has an answer.
   *
   * @return false if there is a reason instead
   */
  public boolean solved() {
    return !Double.isNaN(outcome.oursMs());
  }

  /**
   * The figures for people.
   *
   * @param reports the cases
   * @return a table, then what is to be said of rivals and targets
   */
  public static String text(List<Report> reports) {
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
    for (Report report : reports) {
      report.rows(table);
      notes.append(report.notes());
    }
    return table + (notes.isEmpty() ? "" : "\n" + notes);
  }

  private void rows(TextTable table) {
    double ours = outcome.oursMs();
    table.cell(outcome.which().name()).text("").cell(number(ours));
    table.cell(number(outcome.ours().path("cpu_ms").asDouble(Double.NaN))).cell("").cell("");
    table.cell(number(outcome.targetMs())).text(outcome.meetsTarget() ? "met" : "missed").endRow();
    for (Rival rival : Rival.values()) {
      double theirs = outcome.rivalMs(rival);
      if (!Double.isNaN(theirs)) {
        Double required = outcome.which().target().faster().get(rival);
        table.cell("").text(rival.key()).cell("").cell("").cell(number(theirs));
        table.cell(number(theirs / ours) + " ×");
        table.cell(required == null ? "" : "≥ " + number(required) + " ×").endRow();
      }
    }
  }

  private String notes() {
    String name = outcome.which().name();
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
