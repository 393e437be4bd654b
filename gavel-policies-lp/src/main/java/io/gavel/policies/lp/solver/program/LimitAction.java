package io.gavel.policies.lp.solver.program;

/** What becomes of a solve that its {@linkplain SolveLimits limits} end before the proof. */
public enum LimitAction {
  /** It throws {@link io.gavel.policies.SolveStoppedException}. */
  THROW,

  /**
   * It answers with the best feasible point so far and the best bound proved so far. Policies of a
   * level, of water filling and of utilities pass that on as an allocation that is feasible to the
   * last bit, whose certificate tells the true gap; others, in which a point that is not optimal
   * would break a demand, throw.
   */
  BEST_FEASIBLE
}
