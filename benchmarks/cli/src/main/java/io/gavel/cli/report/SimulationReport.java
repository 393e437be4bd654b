package io.gavel.cli.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import io.gavel.simulator.JobOutcome;
import io.gavel.simulator.SimulationResult;
import io.gavel.simulator.SimulationSetup;
import io.gavel.simulator.failure.BreakdownCost;
import io.gavel.simulator.observe.WaitMeter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/** Renders the result of {@code gavel simulate}. */
public final class SimulationReport {

  private SimulationReport() {}

  /**
   * Returns a JSON object.
   *
   * @param setup the cluster with its prices
   * @param result the measurements
   * @param waits the time for which jobs waited, by reason; empty if not measured
   * @param wallMillis the duration of the run
   * @return one line
   */
  public static String json(
      SimulationSetup setup,
      SimulationResult result,
      Optional<WaitMeter> waits,
      double wallMillis) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    setup.table().assumed().ifPresent(source -> json.put("assumed", source));
    json.set("avg_jct_s", Json.number(result.averageJctSeconds()));
    json.set("makespan_s", Json.number(result.makespanSeconds()));
    json.set("utilization", Json.number(result.utilization()));
    json.set("cost", Json.number(cost(setup.cluster(), result)));
    json.put("completed", result.jctSeconds().size());
    json.put("recomputations", result.recomputations());
    json.put("rounds", result.rounds());
    json.put("window_jobs", result.measured().size());
    json.put("slo_violations", result.sloViolations());
    json.put("lease_extensions", result.leaseExtensions());
    json.put("lease_opportunities", result.leaseOpportunities());
    json.put("saturated", result.saturated());
    result.failureCost().ifPresent(cost -> json.set("worker_failures", json(cost)));
    waits.ifPresent(
        meter -> {
          ObjectNode waited = json.putObject("waited_job_s");
          meter
              .jobSeconds()
              .forEach(
                  (reason, seconds) ->
                      waited.set(reason.name().toLowerCase(Locale.ROOT), Json.number(seconds)));
        });
    json.set("wall_ms", Json.number(wallMillis));
    ArrayNode jobs = json.putArray("jobs");
    for (JobOutcome job : result.jobs()) {
      ObjectNode row = jobs.addObject();
      row.put("id", job.id());
      row.set("arrival_s", Json.number(job.arrivalSeconds()));
      row.set("start_s", Json.number(job.startSeconds()));
      row.set("completion_s", Json.number(job.completionSeconds()));
    }
    return Json.line(json);
  }

  /**
   * Returns the cost of a run.
   *
   * @return USD; NaN if a worker type has no price, since the cost is then unknown and not lower
   */
  public static double cost(Cluster cluster, SimulationResult result) {
    return unpriced(cluster).isEmpty() ? result.cost() : Double.NaN;
  }

  private static List<String> unpriced(Cluster cluster) {
    return cluster.types().stream()
        .filter(type -> type.pricePerHour() == 0)
        .map(WorkerType::name)
        .toList();
  }

  private static ObjectNode json(BreakdownCost cost) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("count", cost.failures());
    json.put("leases_lost", cost.leasesLost());
    json.set("lost_worker_s", Json.number(cost.lostWorkerSeconds()));
    json.set("availability", Json.number(cost.availability()));
    return json;
  }

  public static String text(
      String policy,
      SimulationSetup setup,
      SimulationResult result,
      Optional<WaitMeter> waits,
      double wallMillis) {
    TextTable table = figures(policy, setup, result, waits);
    row(table, "wall time", "%.1f s", wallMillis / 1e3);
    return table.toString();
  }

  /** Returns the reproducible figures: all except the wall time. */
  public static TextTable figures(
      String policy, SimulationSetup setup, SimulationResult result, Optional<WaitMeter> waits) {
    TextTable table = new TextTable();
    row(table, "policy", policy);
    setup.table().assumed().ifPresent(source -> row(table, "throughputs", "assumed"));
    row(table, "workers", "%s of %s types", result.workers(), setup.cluster().typeCount());
    row(table, "jobs arrived", "%s", result.jobs().size());
    row(table, "jobs measured", "%s", result.measured().size());
    row(table, "jobs completed", "%s of these", result.jctSeconds().size());
    row(table, "average JCT", "%.3f h", result.averageJctSeconds().orElse(Double.NaN) / 3600);
    DescriptiveStatistics jct = new DescriptiveStatistics();
    result.jctSeconds().forEach(jct::addValue);
    row(
        table,
        "JCT p50, p90, p99",
        "%.3f, %.3f, %.3f h",
        jct.getPercentile(50) / 3600,
        jct.getPercentile(90) / 3600,
        jct.getPercentile(99) / 3600);
    row(table, "makespan", "%.3f h", result.makespanSeconds() / 3600);
    row(table, "utilisation", "%.2f %%", 100 * result.utilization().orElse(Double.NaN));
    List<String> unpriced = unpriced(setup.cluster());
    if (unpriced.isEmpty()) {
      row(table, "cost", "%.2f USD", result.cost());
    } else {
      row(table, "cost", "unknown; no price for %s (see --prices)", String.join(", ", unpriced));
    }
    row(table, "rounds", "%s of %.0f s", result.rounds(), setup.rounds().roundSeconds());
    row(table, "allocations", "%s", result.recomputations());
    row(
        table,
        "leases extended",
        "%s of %s",
        result.leaseExtensions(),
        result.leaseOpportunities());
    if (result.sloViolations() > 0
        || result.measured().stream().anyMatch(job -> job.dueSeconds().isPresent())) {
      row(table, "SLOs missed", "%s", result.sloViolations());
    }
    row(table, "overhead", "%.2f %%", 100 * result.overhead());
    result
        .failureCost()
        .ifPresent(
            cost -> {
              row(table, "worker failures", "%s", cost.failures());
              row(table, "availability", "%.3f %%", 100 * cost.availability());
              row(table, "leases lost", "%s", cost.leasesLost());
              row(table, "work lost", "%.2f worker-hours", cost.lostWorkerSeconds() / 3600);
            });
    waits.ifPresent(meter -> waits(table, meter));
    return table;
  }

  private static void waits(TextTable table, WaitMeter meter) {
    meter
        .jobSeconds()
        .forEach(
            (reason, seconds) ->
                row(
                    table,
                    "waited, " + reason.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    "%.3f job-hours",
                    seconds / 3600));
  }

  private static void row(TextTable table, String name, String format, Object... values) {
    table.cell(name).cell(String.format(Locale.ROOT, format, values)).endRow();
  }
}
