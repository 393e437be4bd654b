package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.explain.WhatIf;
import io.gavel.policies.explain.WhatIf.Change;
import io.gavel.policies.lp.share.EqualShare;
import java.util.Locale;

/** Renders a comparison of two problems. */
public final class WhatIfReport {

  private WhatIfReport() {}

  private static String verdict(Change change) {
    if (change.gains()) {
      return "gains";
    }
    return change.loses() ? "loses" : "same";
  }

  /**
   * Renders it as text.
   *
   * @param result the comparison
   * @return lines that end with a line feed
   */
  public static String text(WhatIf result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s of %s jobs gain, %s lose; objective %.6g, then %.6g\n",
            result.winners().size(),
            result.changes().size(),
            result.losers().size(),
            result.before().certificate().objective(),
            result.after().certificate().objective()));
    TextTable table = new TextTable();
    table.cell("  job").cell("steps/s").cell("then").text("").cell("normalised").cell("then");
    table.endRow();
    for (Change change : result.changes()) {
      table.cell("  " + change.jobId()).cell(number(change.before())).cell(number(change.after()));
      table.text(verdict(change));
      table.cell(number(normalized(result.before(), change.jobId())));
      table.cell(number(normalized(result.after(), change.jobId()))).endRow();
    }
    return text.append(table).toString();
  }

  /**
   * Renders it as one JSON object, with names and units.
   *
   * @param result the comparison
   * @return one line without its end
   */
  public static String json(WhatIf result) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
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
