package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.Experiment.Row;
import io.gavel.experiment.MeanInterval;
import io.gavel.experiment.Results;
import java.util.List;
import java.util.Locale;

/** Renders the figures of an experiment. */
public final class ExperimentReport {

  private ExperimentReport() {}

  public static String text(Experiment experiment, Results results) {
    TextTable table = new TextTable();
    table.cell(experiment.name()).cell("published").cell("here").cell("ratio").cell("95 %");
    table.endRow();
    for (Row row : experiment.rows()) {
      cells(row, results).forEach(table::cell);
      table.endRow();
    }
    return "%s\n%s%s\n".formatted(experiment.claim(), table, saturated(experiment, results));
  }

  /** Returns the figure in words, its published value, its value, their ratio and the interval. */
  static List<String> cells(Row row, Results results) {
    double ours = row.value(results);
    double published = row.published().orElse(Double.NaN);
    return List.of(
        row.what(),
        number(published),
        number(ours),
        number(ours / published),
        interval(row, results));
  }

  /** Returns the 95 % interval of the seeds' figures; empty with fewer than two seeds. */
  static String interval(Row row, Results results) {
    MeanInterval interval = row.figure().interval(row.ofFirstSeed() ? results.ofSeed(0) : results);
    return Double.isFinite(interval.half())
        ? "%s to %s"
            .formatted(
                number(interval.mean() - interval.half()),
                number(interval.mean() + interval.half()))
        : "";
  }

  /** Lists the aborted runs. */
  static String saturated(Experiment experiment, Results results) {
    StringBuilder saturated = new StringBuilder();
    experiment.runs().stream()
        .filter(results::isSaturated)
        .forEach(
            experimentRun ->
                saturated.append(
                    "aborted as saturated, figures cover the completed jobs: %s\n"
                        .formatted(experimentRun.id())));
    return saturated.toString();
  }

  /** Formats a number with four decimals below 1, with two otherwise. */
  static String number(double value) {
    if (!Double.isFinite(value)) { // not measured, or a ratio to a published 0
      return "";
    }
    boolean small = Math.abs(value) < 1 && value != 0;
    return String.format(Locale.ROOT, small ? "%.4f" : "%.2f", value);
  }

  public static String json(Experiment experiment, Results results) {
    StringBuilder lines = new StringBuilder();
    for (Row row : experiment.rows()) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("experiment", experiment.name());
      line.put("figure", row.what());
      line.set("published", Json.number(row.published()));
      line.set("ours", Json.number(row.value(results)));
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
