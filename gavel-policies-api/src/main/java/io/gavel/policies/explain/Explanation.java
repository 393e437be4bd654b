package io.gavel.policies.explain;

import io.gavel.policies.Allocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Explains why a job has its throughput. It is computed from an allocation's fractions, slacks and
 * prices in {@code O(K)} for K worker types (and the pairs that contain the job), without solving
 * anything. It works for any allocation; prices come from its certificate. Immutable.
 *
 * @param jobId the job
 * @param verdict the outcome of the job
 * @param throughput steps per second
 * @param reasons at least one, sorted by the gain from removing each, largest first; the first is
 *     dominant
 * @param factors numbers whose product is the throughput, up to rounding; empty if the job can run
 *     nowhere
 * @param actions additions of workers that the job could use and that help the objective, most
 *     effective first
 */
public record Explanation(
    String jobId,
    Verdict verdict,
    double throughput,
    List<Reason> reasons,
    List<Factor> factors,
    List<Action> actions) {

  /**
   * Copies the lists.
   *
   * @param jobId the job
   * @param verdict the outcome of the job
   * @param throughput steps per second
   * @param reasons at least one
   * @param factors of the throughput
   * @param actions additions of workers that would help
   * @throws IllegalArgumentException if there is no reason
   */
  public Explanation {
    reasons = List.copyOf(reasons);
    factors = List.copyOf(factors);
    actions = List.copyOf(actions);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("job \"%s\" has no reason".formatted(jobId));
    }
  }

  /**
   * Explains a job.
   *
   * @param allocation any
   * @param jobId the job's id
   * @return the explanation
   * @throws IllegalArgumentException if the id is unknown
   */
  public static Explanation of(Allocation allocation, String jobId) {
    return of(allocation, allocation.problem().indexOf(jobId));
  }

  /**
   * Explains a job.
   *
   * @param allocation any
   * @param m the job's index
   * @return the explanation
   */
  public static Explanation of(Allocation allocation, int m) {
    JobView job = new JobView(allocation, m);
    Verdict verdict = job.verdict();
    return new Explanation(
        job.id(),
        verdict,
        job.throughput(),
        job.reasons(verdict),
        job.factors(verdict),
        job.actions(verdict));
  }

  /**
   * Returns the reason whose removal would help most.
   *
   * @return the first reason
   */
  public Reason dominant() {
    return reasons.get(0);
  }

  /**
   * Compares two jobs and finds the factor that differs most.
   *
   * @param other another explanation, of the same allocation
   * @return the comparison
   */
  public JobComparison compare(Explanation other) {
    double ratio = throughput / other.throughput;
    if (!(throughput > 0 && other.throughput > 0)) {
      return new JobComparison(jobId, other.jobId, ratio, List.of());
    }
    List<Factor> ratios = new ArrayList<>();
    for (int i = 0; i < factors.size(); i++) {
      Factor own = factors.get(i);
      ratios.add(new Factor(own.kind(), own.value() / other.factors.get(i).value()));
    }
    ratios.sort((one, two) -> Double.compare(distance(two), distance(one)));
    return new JobComparison(jobId, other.jobId, ratio, ratios);
  }

  private static double distance(Factor ratio) {
    return Math.abs(StrictMath.log(ratio.value()));
  }

  /**
   * Returns the explanation as human-readable text.
   *
   * @return lines that end with a line feed
   */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%s: %s, %.6g steps/s", jobId, verdict, throughput));
    for (Factor factor : factors) {
      text.append(factor.kind() == Factor.Kind.FASTEST ? " = " : " × ");
      text.append(String.format(Locale.ROOT, "%s %.4g", factor.kind(), factor.value()));
    }
    text.append('\n');
    reasons.forEach(reason -> text.append("  ").append(reason.text()).append('\n'));
    actions.forEach(action -> text.append("  ").append(action.text()).append('\n'));
    return text.toString();
  }
}
