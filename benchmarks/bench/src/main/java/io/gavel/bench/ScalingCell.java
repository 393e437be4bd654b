package io.gavel.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The time of one policy on one size of problem. Immutable.
 *
 * @param policy name of the policy
 * @param jobs number of jobs
 * @param types number of worker types
 * @param ms median wall time in milliseconds; NaN if there is none
 * @param cpuMs median processor time in milliseconds; NaN if there is none
 * @param gap the certified relative gap; NaN if there is none, infinite where nothing is proved
 * @param status {@link #ANSWERED}, {@link #OVER_BUDGET}, {@link #NOT_RUN} or why there is no answer
 */
public record ScalingCell(
    String policy, int jobs, int types, double ms, double cpuMs, double gap, String status) {

  /** The status of a cell with a time. */
  public static final String ANSWERED = "answered";

  /** The status of a cell that takes longer than the limit. */
  public static final String OVER_BUDGET = "over budget";

  /** The status of a cell with more jobs than one that has no answer. */
  public static final String NOT_RUN = "not run";

  static ScalingCell of(String policy, int jobs, int types, ObjectNode figures, long limitSeconds) {
    double ms = figures.path("ms").asDouble(Double.NaN);
    String reason = figures.path("reason").asText(ANSWERED);
    boolean late = ms > 1e3 * limitSeconds || reason.startsWith("stopped after");
    return new ScalingCell(
        policy,
        jobs,
        types,
        late ? Double.NaN : ms,
        late ? Double.NaN : figures.path("cpu_ms").asDouble(Double.NaN),
        late ? Double.NaN : figures.path("relative_gap").asDouble(Double.NaN),
        late ? OVER_BUDGET : reason);
  }

  static ScalingCell notRun(String policy, int jobs, int types, ScalingCell unanswered) {
    double none = Double.NaN;
    String status = unanswered.status();
    String first = "%s: %s at %s jobs".formatted(NOT_RUN, status, unanswered.jobs());
    return new ScalingCell(
        policy, jobs, types, none, none, none, status.startsWith(NOT_RUN) ? status : first);
  }

  /**
   * Returns whether the policy answered within the limit.
   *
   * @return true if there is a time
   */
  public boolean isAnswered() {
    return status.equals(ANSWERED);
  }

  /**
   * Returns the cell as JSON.
   *
   * @return {@code policy}, {@code jobs}, {@code types}, {@code ms}, {@code cpu_ms}, {@code gap}
   *     (null where there is none) and {@code status}
   */
  public ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("policy", policy).put("jobs", jobs).put("types", types);
    put(node, "ms", ms);
    put(node, "cpu_ms", cpuMs);
    put(node, "gap", gap);
    return node.put("status", status);
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
