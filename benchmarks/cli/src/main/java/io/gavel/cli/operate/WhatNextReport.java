package io.gavel.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gavel.catalog.PolicyEntry;
import io.gavel.cli.report.Json;
import io.gavel.cli.report.TextTable;
import io.gavel.input.ProblemFile;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.explain.MeasurementWorth;
import io.gavel.policies.model.Group;
import io.gavel.workload.InvalidInputException;
import java.util.List;
import java.util.Locale;

/**
 * The uncertain throughputs of a problem, by falling worth of a measurement to a policy. Immutable.
 */
public final class WhatNextReport {

  private final String policy;
  private final AllocationProblem problem;
  private final double objective;
  private final List<MeasurementWorth> worths;

  private WhatNextReport(
      String policy, AllocationProblem problem, double objective, List<MeasurementWorth> worths) {
    this.policy = policy;
    this.problem = problem;
    this.objective = objective;
    this.worths = worths;
  }

  /**
   * Computes the worth of each measurement.
   *
   * @param entry the policy
   * @param file a problem with intervals
   * @return the report
   * @throws InvalidInputException if all throughputs are certain, or the policy lacks data or does
   *     not state what its certificates prove
   */
  public static WhatNextReport of(PolicyEntry entry, ProblemFile file) {
    double objective = entry.solveOrRefuse(file).allocation().certificate().objective();
    AllocationProblem problem = entry.problem(file);
    if (problem.throughputs().isCertain()) {
      throw new InvalidInputException(
          "%s: every throughput is certain; give low and high next to the throughput of a job"
              .formatted(file.name()));
    }
    Policy policy = entry.policyFor(file);
    try {
      return new WhatNextReport(
          entry.key(), problem, objective, MeasurementWorth.of(policy, problem));
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("policy %s: %s".formatted(entry.key(), e.getMessage()));
    }
  }

  /**
   * Renders it as text.
   *
   * @return lines that end with a line feed
   */
  public String text() {
    MeasurementWorth first = worths.get(0);
    StringBuilder text = new StringBuilder();
    text.append(
        first.worth() > 0
            ? "%s: measure %s on %s next\n".formatted(policy, name(first), type(first))
            : "%s: no measurement alone would change what is decided\n".formatted(policy));
    TextTable table = new TextTable();
    table.cell("  job").text("on").cell("steps/s").cell("low").cell("high").cell("worth").text("");
    table.endRow();
    for (MeasurementWorth worth : worths) {
      table.cell("  " + name(worth)).text(type(worth));
      table.cell(number(rate(worth))).cell(number(low(worth))).cell(number(high(worth)));
      table.cell(number(worth.worth()));
      table.text(
          objective == 0 // no part of it can be told
              ? ""
              : String.format(Locale.ROOT, "%.2f %%", 100 * worth.worth() / Math.abs(objective)));
      table.endRow();
    }
    return text.append(table)
        .append(
            String.format(
                Locale.ROOT,
                "worth: what the objective, %.6g, gains on average from knowing the rate first\n",
                objective))
        .toString();
  }

  /**
   * Renders it as one JSON object, with names and units.
   *
   * @return one line without its end
   */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("policy", policy);
    json.set("objective", Json.number(objective));
    ArrayNode measurements = json.putArray("measurements");
    for (MeasurementWorth worth : worths) {
      ObjectNode row = measurements.addObject();
      row.put("job", name(worth));
      row.put("worker_type", type(worth));
      row.set("steps_per_s", Json.number(rate(worth)));
      row.set("low_steps_per_s", Json.number(low(worth)));
      row.set("high_steps_per_s", Json.number(high(worth)));
      row.set("worth", Json.number(worth.worth()));
    }
    return Json.line(json);
  }

  private String name(MeasurementWorth worth) {
    Group group = problem.group(worth.group());
    String job = problem.job(group.member(worth.member())).id();
    if (group instanceof Group.Configuration configuration) {
      return "%s (%s)".formatted(job, configuration.name());
    }
    return group instanceof Group.Pair pair
        ? "%s (with %s)".formatted(job, partner(pair, worth.member()))
        : job;
  }

  private String partner(Group.Pair pair, int member) {
    return problem.job(pair.member(1 - member)).id();
  }

  private String type(MeasurementWorth worth) {
    return problem.cluster().type(worth.type()).name();
  }

  private double rate(MeasurementWorth worth) {
    return problem.stepsPerSecond(worth.group(), worth.member(), worth.type());
  }

  private double low(MeasurementWorth worth) {
    return problem.throughputs().low().stepsPerSecond(worth.group(), worth.member(), worth.type());
  }

  private double high(MeasurementWorth worth) {
    return problem.throughputs().high().stepsPerSecond(worth.group(), worth.member(), worth.type());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
