package io.gavel.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.benchmarks.experiment.Experiment;
import io.gavel.benchmarks.experiment.ReproducedFigure;
import io.gavel.benchmarks.experiment.Results;
import java.util.Locale;
import java.util.stream.IntStream;

/** Renders the findings of an experiment. */
final class ExperimentReport {

  private ExperimentReport() {}

  static String text(Experiment experiment, Results results) {
    TextTable table = new TextTable();
    table.cell(experiment.name()).cell("published").cell("ours").cell("ratio").cell("seeds");
    table.endRow();
    for (ReproducedFigure finding : experiment.findings()) {
      double ours = finding.ours().applyAsDouble(results);
      double published = finding.published().orElse(Double.NaN);
      table.cell(finding.what()).cell(number(published)).cell(number(ours));
      table.cell(number(ours / published)).cell(spread(finding, results)).endRow();
    }
    return "%s%n%s%s%n".formatted(experiment.claim(), table, saturated(experiment, results));
  }

  /** The figure of the lowest and of the highest seed. */
  static String spread(ReproducedFigure finding, Results results) {
    double[] bySeed =
        IntStream.range(0, results.seeds())
            .mapToDouble(seed -> finding.ours().applyAsDouble(results.ofSeed(seed)))
            .sorted()
            .toArray();
    return bySeed.length < 2
        ? ""
        : "%s to %s".formatted(number(bySeed[0]), number(bySeed[bySeed.length - 1]));
  }

  /** Which runs were given up. */
  static String saturated(Experiment experiment, Results results) {
    StringBuilder saturated = new StringBuilder();
    experiment.arms().stream()
        .filter(results::isSaturated)
        .forEach(
            arm ->
                saturated.append(
                    "saturated, figures are of the jobs that were done: %s%n".formatted(arm.id())));
    return saturated.toString();
  }

  /** To four digits or two decimals. */
  static String number(double value) {
    if (!Double.isFinite(value)) { // none, or over a published 0
      return "";
    }
    boolean small = Math.abs(value) < 1 && value != 0;
    return String.format(Locale.ROOT, small ? "%.4f" : "%.2f", value);
  }

  static String json(Experiment experiment, Results results) {
    StringBuilder lines = new StringBuilder();
    for (ReproducedFigure finding : experiment.findings()) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("experiment", experiment.name());
      line.put("figure", finding.what());
      line.set("published", Json.number(finding.published()));
      line.set("ours", Json.number(finding.ours().applyAsDouble(results)));
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
