package io.gavel.policies.lp.solver.program;

/**
 * The action of a solve when its {@linkplain SolveLimits limits} end it before the optimum is
 * proved.
 */
public enum LimitAction {
  /** It throws {@link io.gavel.policies.SolveStoppedException}. */
  THROW,

  /**
   * It returns the best feasible point and the best proved bound found so far. Policies that
   * maximise a level or utilities, and water filling, return that point as an exactly feasible
   * allocation whose certificate states the true gap. Policies for which a point that is not
   * optimal would violate a demand throw instead.
   */
  BEST_FEASIBLE
}
