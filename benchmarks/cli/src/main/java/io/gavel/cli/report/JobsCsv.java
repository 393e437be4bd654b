package io.gavel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.policies.model.Cluster;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.observe.JobMeter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The outcomes of jobs as a table, one row per job in order of arrival. Numbers have full
 * precision; values that a job does not have are empty, and so are worker times and waits of runs
 * without leases.
 */
public final class JobsCsv {

  private JobsCsv() {}

  /** Returns the table as an object with an array for each column. */
  public static ObjectNode columns(SimulationResult result, Cluster cluster, JobMeter meter) {
    ObjectNode columns = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < result.jobs().size(); i++) {
      JobOutcome job = result.jobs().get(i);
      text(columns, "job_id", job.id());
      text(columns, "job_type", job.kind().jobType());
      whole(columns, "scale_factor", job.kind().scaleFactor());
      whole(columns, "gpu_milli", job.gpuMilli());
      number(columns, "priority_weight", job.weight());
      number(columns, "arrival_s", job.arrivalSeconds());
      number(columns, "start_s", job.startSeconds().orElse(Double.NaN));
      number(columns, "completion_s", job.completionSeconds().orElse(Double.NaN));
      number(columns, "jct_s", job.jctSeconds().orElse(Double.NaN));
      number(columns, "contention_slowdown", job.rho().orElse(Double.NaN));
      whole(columns, "restarts", job.restarts());
      whole(columns, "measured", result.window().contains(i) ? 1 : 0);
      double end = job.completionSeconds().orElse(Double.NaN);
      number(columns, "wait_s", meter.waitedSeconds(job.id(), job.arrivalSeconds(), end));
      double cost = 0;
      for (int j = 0; j < cluster.typeCount(); j++) {
        double hours = meter.workerSeconds(job.id(), j) / 3600;
        double price = cluster.type(j).pricePerHour();
        cost += hours == 0 ? 0 : price > 0 ? hours * price : Double.NaN; // unknown without a price
        number(
            columns, "gpu_hours_" + cluster.type(j).name(), meter.hasLeases() ? hours : Double.NaN);
      }
      number(columns, "cost_usd", meter.hasLeases() ? cost : Double.NaN);
    }
    return columns;
  }

  private static void text(ObjectNode columns, String name, String value) {
    columns.withArray(name).add(value);
  }

  private static void whole(ObjectNode columns, String name, int value) {
    columns.withArray(name).add(value);
  }

  private static void number(ObjectNode columns, String name, double value) {
    columns.withArray(name).add(Json.number(value));
  }

  /** Returns the CSV of one table. */
  public static String text(JsonNode columns) {
    return text(List.of(JsonNodeFactory.instance.objectNode()), List.of(columns));
  }

  /**
   * Returns the CSV of several tables together.
   *
   * @param settings the settings of each run, which are columns in front
   * @param tables the table of each run
   */
  static String text(List<JsonNode> settings, List<JsonNode> tables) {
    Set<String> before = new LinkedHashSet<>();
    settings.forEach(run -> run.fieldNames().forEachRemaining(before::add));
    Set<String> names = new LinkedHashSet<>();
    tables.forEach(table -> table.fieldNames().forEachRemaining(names::add));
    List<Object> header = new ArrayList<>(before);
    header.addAll(names);
    StringBuilder csv = new StringBuilder(CsvLine.of(header.toArray()));
    for (int run = 0; run < tables.size(); run++) {
      for (int row = 0; row < tables.get(run).path("job_id").size(); row++) {
        List<Object> cells = new ArrayList<>();
        for (String name : before) {
          cells.add(cell(settings.get(run).path(name)));
        }
        for (String name : names) {
          cells.add(cell(tables.get(run).path(name).path(row)));
        }
        csv.append(CsvLine.of(cells.toArray()));
      }
    }
    return csv.toString();
  }

  private static Object cell(JsonNode value) {
    return value.isMissingNode() || value.isNull()
        ? ""
        : value.isTextual() ? value.asText() : Json.line(value);
  }
}
