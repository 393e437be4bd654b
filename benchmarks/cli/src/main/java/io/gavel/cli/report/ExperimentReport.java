package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.Experiment;
import io.gavel.experiment.MeanInterval;
import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import java.util.Locale;
import java.util.stream.IntStream;

/** Renders the figures of an experiment. */
public final class ExperimentReport {

  private ExperimentReport() {}

  public static String text(Experiment experiment, Results results) {
    TextTable table = new TextTable();
    table.cell(experiment.name()).cell("published").cell("here").cell("ratio").cell("95 %");
    table.endRow();
    for (ReproducedFigure figure : experiment.figures()) {
      double ours = figure.value(results);
      double published = figure.published().orElse(Double.NaN);
      table.cell(figure.what()).cell(number(published)).cell(number(ours));
      table.cell(number(ours / published)).cell(interval(figure, results)).endRow();
    }
    return "%s\n%s%s\n".formatted(experiment.claim(), table, saturated(experiment, results));
  }

  /** Returns the 95 % interval of the seeds' figures; empty with fewer than two seeds. */
  static String interval(ReproducedFigure figure, Results results) {
    int seeds = figure.ofFirstSeed() ? 1 : results.seeds();
    MeanInterval interval =
        MeanInterval.of(
            IntStream.range(0, seeds)
                .mapToObj(seed -> figure.ours().applyAsDouble(results.ofSeed(seed)))
                .toList());
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
    for (ReproducedFigure figure : experiment.figures()) {
      ObjectNode line = JsonNodeFactory.instance.objectNode();
      line.put("experiment", experiment.name());
      line.put("figure", figure.what());
      line.set("published", Json.number(figure.published()));
      line.set("ours", Json.number(figure.value(results)));
      lines.append(Json.line(line)).append('\n');
    }
    return lines.toString();
  }
}
