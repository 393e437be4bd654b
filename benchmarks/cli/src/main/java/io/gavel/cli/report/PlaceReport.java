package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.experiment.placement.InflationResult;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/** Renders the results of {@code gavel place}: means over the seeds with standard deviations. */
public final class PlaceReport {

  private PlaceReport() {}

  public static String json(String placement, List<InflationResult> runs) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("placement", placement);
    put(json, "allocation_100", runs, InflationResult::allocation100);
    put(json, "allocation_130", runs, InflationResult::allocation130);
    put(json, "fragmentation_130", runs, InflationResult::fragmentation130);
    json.set("wall_ms", Json.number(over(runs, InflationResult::wallMillis).getMean()));
    json.put("seeds", runs.size());
    return Json.line(json);
  }

  private static void put(
      ObjectNode json,
      String key,
      List<InflationResult> runs,
      ToDoubleFunction<InflationResult> value) {
    SummaryStatistics statistics = over(runs, value);
    json.set(key, Json.number(statistics.getMean()));
    json.set(key + "_sd", Json.number(statistics.getStandardDeviation()));
  }

  public static void header(TextTable table) {
    table
        .cell("placement")
        .cell("allocated at 100 %")
        .cell("at 130 %")
        .cell("fragmented at 130 %")
        .cell("ms per run")
        .endRow();
  }

  public static void row(TextTable table, String placement, List<InflationResult> runs) {
    table
        .cell(placement)
        .cell(percent(over(runs, InflationResult::allocation100)))
        .cell(percent(over(runs, InflationResult::allocation130)))
        .cell(percent(over(runs, InflationResult::fragmentation130)))
        .cell(String.format(Locale.ROOT, "%.0f", over(runs, InflationResult::wallMillis).getMean()))
        .endRow();
  }

  private static String percent(SummaryStatistics statistics) {
    String mean = String.format(Locale.ROOT, "%.2f", statistics.getMean());
    return statistics.getN() < 2
        ? mean // a single run has no spread
        : String.format(Locale.ROOT, "%s ± %.2f", mean, statistics.getStandardDeviation());
  }

  private static SummaryStatistics over(
      List<InflationResult> runs, ToDoubleFunction<InflationResult> value) {
    SummaryStatistics statistics = new SummaryStatistics();
    runs.stream().mapToDouble(value).forEach(statistics::addValue);
    return statistics;
  }
}
