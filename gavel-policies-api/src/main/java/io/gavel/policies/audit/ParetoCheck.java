package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;

/**
 * Finds evidence for or against Pareto efficiency. That needs an optimiser, so this module only
 * defines the evidence; {@code ParetoProgram} of the lp module finds it. An {@link Auditor} does
 * not trust evidence: it checks it against the problem. Implementations are immutable and may be
 * shared by threads.
 */
@FunctionalInterface
public interface ParetoCheck {

  /** Evidence for or against Pareto efficiency. */
  sealed interface Evidence {}

  /**
   * Prices that support the allocation: it maximises {@code Σ y_m · throughput(m)}, with {@code y_m
   * > 0} the prices of throughput, and the prices of pools and time prove it. An allocation that
   * maximises a sum with positive weights for all jobs cannot be improved for one job without loss
   * for another. Immutable.
   *
   * @param prices of pools, time, and throughput
   */
  record Supported(Prices prices) implements Evidence {}

  /**
   * A better allocation. Immutable.
   *
   * @param better feasible, for the same problem, with no job worse off
   */
  record Improvable(Allocation better) implements Evidence {}

  /**
   * No evidence. Immutable.
   *
   * @param reason why there is none
   */
  record Unknown(String reason) implements Evidence {}

  /**
   * Looks for evidence.
   *
   * @param allocation any, feasible or not
   * @param tolerance for the sum of throughputs, each relative to the job's fastest: an improvement
   *     of this sum counts only beyond it
   * @return the evidence
   */
  Evidence examine(Allocation allocation, Tolerance tolerance);

  /**
   * Returns a check that has no evidence.
   *
   * @return a check that always returns {@link Unknown}
   */
  static ParetoCheck none() {
    return (allocation, tolerance) ->
        new Unknown("deciding it needs an optimiser; the auditor has no Pareto check");
  }
}
