package io.gavel.cli.report;

import io.gavel.bench.BenchOutcome;
import io.gavel.bench.PolicyScaling;
import io.gavel.bench.ReferenceSolver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Renders the results of {@code gavel bench}. */
public final class BenchReport {

  private BenchReport() {}

  /**
   * Renders the results as text.
   *
   * @param outcomes the outcomes of the cases
   * @return a table, then notes on reference solvers and targets
   */
  public static String text(List<BenchOutcome> outcomes) {
    TextTable table = new TextTable();
    table
        .cell("case")
        .text("solver")
        .cell("gavel ms")
        .cell("gavel cpu ms")
        .cell("solver ms")
        .cell("ratio");
    table.cell("target ms").text("").endRow();
    StringBuilder notes = new StringBuilder();
    for (BenchOutcome benchOutcome : outcomes) {
      rows(table, benchOutcome);
      notes.append(notes(benchOutcome));
    }
    return table + (notes.isEmpty() ? "" : "\n" + notes);
  }

  private static void rows(TextTable table, BenchOutcome benchOutcome) {
    double ours = benchOutcome.oursMs();
    table.cell(benchOutcome.name()).text("").cell(number(ours));
    table.cell(number(benchOutcome.ours().path("cpu_ms").asDouble(Double.NaN))).cell("").cell("");
    table
        .cell(number(benchOutcome.targetMs()))
        .text(benchOutcome.meetsTarget() ? "met" : "missed")
        .endRow();
    for (ReferenceSolver referenceSolver : ReferenceSolver.values()) {
      double theirs = benchOutcome.referenceMs(referenceSolver);
      if (!Double.isNaN(theirs)) {
        OptionalDouble required = benchOutcome.required(referenceSolver);
        table.cell("").text(referenceSolver.key()).cell("").cell("").cell(number(theirs));
        table.cell(number(theirs / ours) + " ×");
        table.cell(required.isEmpty() ? "" : "≥ " + number(required.getAsDouble()) + " ×").endRow();
      }
    }
  }

  /**
   * Renders the times of policies by number of jobs.
   *
   * @param cells the cells
   * @return a table of milliseconds, a row for each policy, family and number of worker types, then
   *     the cells without an answer and the faults
   */
  public static String scaling(List<PolicyScaling.Cell> cells) {
    List<Integer> sizes = cells.stream().map(PolicyScaling.Cell::jobs).sorted().distinct().toList();
    TextTable table = new TextTable();
    table.cell("policy").cell("types");
    sizes.forEach(jobs -> table.cell(String.format(Locale.ROOT, "%,d", jobs)));
    table.endRow();
    Map<String, List<PolicyScaling.Cell>> rows =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> "%s %s".formatted(policy(cell), cell.types()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    StringBuilder notes = new StringBuilder();
    for (List<PolicyScaling.Cell> row : rows.values()) {
      PolicyScaling.Cell first = row.get(0);
      table.cell(policy(first)).cell(String.valueOf(first.types()));
      for (PolicyScaling.Cell cell : row) {
        table.cell(number(cell.ms()));
        String place = "%s, %s jobs, %s types".formatted(policy(cell), cell.jobs(), cell.types());
        if (!cell.passes()) {
          String faults = String.join("; ", cell.comparison().orElseThrow().faults());
          notes.append("%s: %s\n".formatted(place, faults));
        } else if (!cell.isAnswered() && !cell.status().startsWith(PolicyScaling.Cell.NOT_RUN)) {
          notes.append("%s: %s\n".formatted(place, cell.status()));
        }
      }
      table.endRow();
    }
    return table + (notes.isEmpty() ? "" : "\n" + notes);
  }

  private static String policy(PolicyScaling.Cell cell) {
    return cell.comparison()
        .map(rivals -> "%s+%s".formatted(cell.policy(), rivals.family().key()))
        .orElse(cell.policy());
  }

  private static String notes(BenchOutcome benchOutcome) {
    String name = benchOutcome.name();
    String ours = benchOutcome.ours().path("reason").asText("");
    String reasons =
        List.of(ReferenceSolver.values()).stream()
            .filter(
                referenceSolver ->
                    ours.isEmpty() && !benchOutcome.reason(referenceSolver).isEmpty())
            .collect(Collectors.groupingBy(benchOutcome::reason, Collectors.toList()))
            .entrySet()
            .stream()
            .map(e -> keys(e.getValue()) + " " + e.getKey())
            .sorted()
            .collect(Collectors.joining("; "));
    String all = ours.isEmpty() ? reasons : "cannot run: " + ours;
    return all.isEmpty() ? "" : "%s: %s\n".formatted(name, all);
  }

  private static String keys(List<ReferenceSolver> references) {
    return references.stream().map(ReferenceSolver::key).collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    int digits = value < 0.995 ? 3 : value < 99.5 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
