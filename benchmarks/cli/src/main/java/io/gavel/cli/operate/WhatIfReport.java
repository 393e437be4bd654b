package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.ObjectiveName;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.explain.WhatIf.Change;
import io.gavel.policies.lp.share.EqualShare;
import java.util.Locale;
import java.util.Optional;

/**
 * A comparison of two problems under one policy. Immutable.
 *
 * @param result the comparison
 * @param objective what the policy optimises; empty for policies of users
 */
public record WhatIfReport(WhatIf result, Optional<ObjectiveName> objective) {

  private static String verdict(Change change) {
    if (change.gains()) {
      return "gains";
    }
    return change.loses() ? "loses" : "same";
  }

  /**
   * Renders the objective, and the jobs that gain or lose.
   *
   * @return lines that end with a line feed
   */
  public String text() {
    int gain = result.winners().size();
    int lose = result.losers().size();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s of %s jobs %s, %s %s, %s %s the same\n",
            gain,
            result.changes().size(),
            gain == 1 ? "gains" : "gain",
            lose,
            lose == 1 ? "loses" : "lose",
            result.changes().size() - gain - lose,
            result.changes().size() - gain - lose == 1 ? "stays" : "stay"));
    text.append(
        String.format(
            Locale.ROOT,
            "objective (%s): %.6g, then %.6g\n",
            objective.map(ObjectiveName::toString).orElse("of the policy"),
            result.before().certificate().objective(),
            result.after().certificate().objective()));
    if (gain + lose == 0) {
      return text.toString();
    }
    TextTable table = new TextTable();
    table.cell("  job").cell("steps/s").cell("then").text("").cell("equal shares").cell("then");
    table.endRow();
    for (Change change : result.changes()) {
      if (change.gains() || change.loses()) {
        table.cell("  " + change.jobId());
        table.cell(number(change.before())).cell(number(change.after())).text(verdict(change));
        table.cell(number(normalized(result.before(), change.jobId())));
        table.cell(number(normalized(result.after(), change.jobId()))).endRow();
      }
    }
    return text.append(table)
        .append("equal shares: throughput over that of all time on an equal mix of the workers\n")
        .toString();
  }

  /**
   * Renders it as one JSON object, with names and units.
   *
   * @return one line without its end
   */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("objective", objective.map(ObjectiveName::name).orElse(null));
    json.put("objective_unit", objective.map(ObjectiveName::unit).orElse(null));
    json.set("objective_before", Json.number(result.before().certificate().objective()));
    json.set("objective_after", Json.number(result.after().certificate().objective()));
    ArrayNode jobs = json.putArray("jobs");
    for (Change change : result.changes()) {
      ObjectNode row = jobs.addObject();
      row.put("job", change.jobId());
      row.put("change", verdict(change));
      row.set("before_steps_per_s", Json.number(change.before()));
      row.set("after_steps_per_s", Json.number(change.after()));
      row.set("before_normalized", Json.number(normalized(result.before(), change.jobId())));
      row.set("after_normalized", Json.number(normalized(result.after(), change.jobId())));
    }
    return Json.line(json);
  }

  private static double normalized(Allocation allocation, String jobId) {
    AllocationProblem problem = allocation.problem();
    int m = problem.indexOf(jobId);
    return allocation.effectiveThroughput(m) / EqualShare.throughput(problem, m);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4g", value) : "-";
  }
}
