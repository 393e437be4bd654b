package io.gavel.policies.audit;

import io.gavel.policies.Allocation;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;

/**
 * Finds evidence for or against Pareto efficiency. It needs an optimiser, so this module only says
 * what evidence is; {@code ParetoProgram} of the lp module finds it. An {@link Auditor} believes
 * nothing: it checks what it is given against the problem. Implementations are immutable and may be
 * shared by threads.
 */
@FunctionalInterface
public interface ParetoCheck {

  /** What speaks for or against Pareto efficiency. */
  sealed interface Evidence {}

  /**
   * Prices that support the allocation: it maximises {@code Σ y_m · throughput(m)}, with {@code y_m
   * > 0} the prices of throughput, and those of pools and time prove it. What maximises a sum in
   * which everyone counts cannot be improved for one without loss for another. Immutable.
   *
   * @param prices of pools, time, and throughput
   */
  record Supported(Prices prices) implements Evidence {}

  /**
   * A better allocation. Immutable.
   *
   * @param better feasible, for the same problem, with nobody worse off
   */
  record Improvable(Allocation better) implements Evidence {}

  /**
   * No evidence. Immutable.
   *
   * @param reason why
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
   * No source of evidence.
   *
   * @return a check that never knows
   */
  static ParetoCheck none() {
    return (allocation, tolerance) ->
        new Unknown("it takes an optimiser to tell; the auditor was given no check");
  }
}
