package io.gavel.mechanism.plan;

import io.gavel.mechanism.plan.Interruption.Kind;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of a plan. Immutable.
 *
 * @param placed jobs with a lease
 * @param extended leases that continue on the same workers
 * @param moved jobs that continue on other workers or with another job
 * @param preempted jobs that pause
 * @param resumed jobs that continue after a pause
 * @param restarted jobs that restart after a failure or the loss of a worker
 */
public record RoundSummary(
    int placed, int extended, int moved, int preempted, int resumed, int restarted) {

  /**
   * Counts the jobs, leases and interruptions of a plan.
   *
   * @param plan the plan of a round
   * @return its figures
   */
  public static RoundSummary of(RoundPlan plan) {
    return new RoundSummary(
        plan.leases().stream().mapToInt(lease -> lease.jobIds().size()).sum(),
        (int) plan.leases().stream().filter(Lease::extended).count(),
        count(plan, Kind.MOVED),
        count(plan, Kind.PREEMPTED),
        count(plan, Kind.RESUMED),
        count(plan, Kind.RESTARTED));
  }

  /**
   * Returns the figures by name, for a {@link io.gavel.policies.observe.Decision}.
   *
   * @return {@code placed}, {@code extended}, {@code moved}, {@code preempted}, {@code resumed} and
   *     {@code restarted}, in this order
   */
  public Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("placed", (double) placed);
    figures.put("extended", (double) extended);
    figures.put("moved", (double) moved);
    figures.put("preempted", (double) preempted);
    figures.put("resumed", (double) resumed);
    figures.put("restarted", (double) restarted);
    return figures;
  }

  private static int count(RoundPlan plan, Kind kind) {
    return (int) plan.interruptions().stream().filter(each -> each.kind() == kind).count();
  }
}
