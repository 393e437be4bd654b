package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.ObjectiveName;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.SolveJson;
import io.gavel.cli.report.TextTable;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.workload.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How one worker less and one worker more in each pool change the objective of a policy. Immutable.
 *
 * @param objective what the policy optimises; empty for policies of users
 * @param value the objective now
 * @param margins of all pools, in the order of the cluster
 */
record MarginReport(Optional<ObjectiveName> objective, double value, List<Margin> margins) {

  /** Objectives that differ by less count as equal: answers are certified to this gap. */
  private static final Tolerance SAME = new Tolerance(0, 1e-6);

  /**
   * The worth of a worker in one pool.
   *
   * @param price empty if the policy has no prices, or nothing is sold because there is no worker
   * @param fewer the change of the objective with one worker less; empty if that is infeasible or
   *     there is none
   * @param more the change with one worker more; empty if that is infeasible
   */
  record Margin(
      String pool, int workers, OptionalDouble price, OptionalDouble fewer, OptionalDouble more) {}

  MarginReport {
    margins = List.copyOf(margins);
  }

  /** Solves the problem, and once more for each change. */
  static MarginReport of(PolicyEntry entry, ProblemFile file) {
    Allocation allocation = entry.solveOrRefuse(file).allocation();
    double now = allocation.certificate().objective();
    JsonNode prices = SolveJson.prices(allocation, entry.claimsProof(file));
    Cluster cluster = file.problem().cluster();
    List<Margin> margins = new ArrayList<>();
    for (int k = 0; k < cluster.poolCount(); k++) {
      String pool = cluster.poolName(k);
      int workers = cluster.poolWorkers(k);
      OptionalDouble more = change(entry, file, k, 1, now);
      if (workers == 0) {
        margins.add(new Margin(pool, 0, OptionalDouble.empty(), OptionalDouble.empty(), more));
      } else {
        OptionalDouble price = price(cluster, k, prices);
        margins.add(new Margin(pool, workers, price, change(entry, file, k, -1, now), more));
      }
    }
    return new MarginReport(ObjectiveName.of(entry.key()), now, margins);
  }

  private static OptionalDouble price(Cluster cluster, int pool, JsonNode prices) {
    return cluster.types().stream()
        .filter(type -> cluster.poolOf(cluster.indexOf(type.name())) == pool)
        .map(type -> prices.path(type.name()))
        .filter(JsonNode::isNumber)
        .mapToDouble(JsonNode::asDouble)
        .findFirst();
  }

  private static OptionalDouble change(
      PolicyEntry entry, ProblemFile file, int pool, int more, double now) {
    try {
      ProblemFile other = file.with(Hypothesis.larger(file.problem(), pool, more));
      double then = entry.solveOrRefuse(other).allocation().certificate().objective();
      return OptionalDouble.of(SAME.atMost(then, now) && SAME.atMost(now, then) ? 0 : then - now);
    } catch (InfeasibleProblemException | InvalidInputException e) {
      // The problem itself was solved, so it is the number of workers that is refused.
      return OptionalDouble.empty();
    }
  }

  /** Renders a table with a row for each pool. */
  String text() {
    TextTable table = new TextTable();
    table.cell("").cell("workers").cell("price").cell("one fewer").cell("one more").endRow();
    for (Margin margin : margins) {
      table.cell("  " + margin.pool()).cell(Integer.toString(margin.workers()));
      table.cell(number("%.4g", margin.price(), "-"));
      table.cell(number("%+.4g", margin.fewer(), margin.workers() == 0 ? "-" : "infeasible"));
      table.cell(number("%+.4g", margin.more(), "infeasible")).endRow();
    }
    return String.format(
        Locale.ROOT,
        "objective (%s): %.6g; changes by\n%s",
        objective.map(ObjectiveName::toString).orElse("of the policy"),
        value,
        table);
  }

  private static String number(String format, OptionalDouble value, String none) {
    if (value.isEmpty()) {
      return none;
    }
    return value.getAsDouble() == 0 ? "0" : String.format(Locale.ROOT, format, value.getAsDouble());
  }

  /** Renders it as one JSON object, without the end of the line. */
  String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("objective", objective.map(ObjectiveName::name).orElse(null));
    json.put("objective_unit", objective.map(ObjectiveName::unit).orElse(null));
    json.set("objective_now", Json.number(value));
    ArrayNode pools = json.putArray("pools");
    for (Margin margin : margins) {
      ObjectNode row = pools.addObject();
      row.put("pool", margin.pool()).put("workers", margin.workers());
      row.set("price", Json.number(margin.price()));
      row.set("change_with_one_fewer", Json.number(margin.fewer()));
      row.set("change_with_one_more", Json.number(margin.more()));
    }
    return Json.line(json);
  }
}
