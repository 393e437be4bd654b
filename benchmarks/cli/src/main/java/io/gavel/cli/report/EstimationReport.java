package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.estimator.Estimate.Match;
import io.gavel.estimator.evaluate.Accuracy;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders the result of {@code gavel estimate}. */
public final class EstimationReport {

  private EstimationReport() {}

  public static String json(
      String method, EstimationRun.Setup setup, EstimationRun run, double wallMillis) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("method", method);
    json.set("rmse", Json.number(run.accuracy().rmse()));
    json.set("rmse_pooled", Json.number(run.accuracy().pooledRmse()));
    json.set("coverage", Json.number(run.accuracy().coverage()));
    json.put("cells", run.accuracy().cells());
    json.put("profile", setup.profile());
    json.put("references", setup.references());
    json.put("job_types", setup.table().size());
    json.put("columns", setup.table().columns().size());
    setup.seeds().forEach(json.putArray("seeds")::add);
    json.set("wall_ms", Json.number(wallMillis));
    ArrayNode types = json.putArray("new_types");
    for (EstimationRun.NewType type : run.types()) {
      ObjectNode row = types.addObject();
      row.put("job_type", type.name());
      row.put("draws", type.draws());
      row.set("rmse", Json.number(type.accuracy().rmse()));
      ArrayNode closest = row.putArray("closest");
      for (Match match : type.closest()) {
        closest
            .addObject()
            .put("reference", match.reference())
            .set("distance", Json.number(match.distance()));
      }
    }
    return Json.line(json);
  }

  public static String text(
      String method, EstimationRun.Setup setup, EstimationRun run, double wallMillis) {
    ReferenceTable table = setup.table();
    Accuracy accuracy = run.accuracy();
    TextTable figures = new TextTable();
    row(figures, "method", "%s", method);
    row(figures, "table", "%s job types x %s columns", table.size(), table.columns().size());
    row(figures, "worker types", "%s", workerTypes(table));
    row(figures, "references", "%s, the others are new", setup.references());
    row(figures, "profile", "%s of the columns measured", setup.profile());
    row(figures, "draws", "%s, %s", setup.seeds().size(), seeds(setup.seeds()));
    row(figures, "cells", "%s estimated", accuracy.cells());
    row(figures, "RMSE", "%s, mean over rows", decimals(accuracy.rmse()));
    row(figures, "RMSE, pooled", "%s, over all cells", decimals(accuracy.pooledRmse()));
    row(
        figures,
        "coverage",
        "%s of the cells in their 90 %% interval",
        decimals(accuracy.coverage()));
    row(figures, "wall time", "%.1f s", wallMillis / 1e3);
    return figures + "\n" + types(run);
  }

  private static String types(EstimationRun run) {
    TextTable table = new TextTable();
    table.cell("new job type").cell("draws").cell("RMSE");
    table.text("closest references, by cosine distance").endRow();
    for (EstimationRun.NewType type : run.types()) {
      String closest =
          type.closest().stream()
              .map(match -> "%s %s".formatted(decimals(match.distance()), match.reference()))
              .collect(Collectors.joining(", "));
      table.cell(type.name()).cell(Integer.toString(type.draws()));
      table.cell(decimals(type.accuracy().rmse())).text(closest).endRow();
    }
    return table.toString();
  }

  private static String workerTypes(ReferenceTable table) {
    return table.columns().asList().stream()
        .map(Column::workerType)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String seeds(List<Long> seeds) {
    long first = seeds.get(0);
    return seeds.size() == 1
        ? "seed " + first
        : "seeds %s to %s".formatted(first, seeds.get(seeds.size() - 1));
  }

  private static String decimals(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static void row(TextTable table, String name, String format, Object... values) {
    table.cell(name).text(String.format(Locale.ROOT, format, values)).endRow();
  }
}
