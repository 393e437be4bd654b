package io.gavel.policies.lp.solver;

/** What solves the small programs of a working set, to {@link CertifiedPoint#GOOD}. */
@FunctionalInterface
interface SmallSolver {

  /** A point that is as good as optimal, or an exception that says why there is none. */
  CertifiedPoint solve(AllocationProgram program, SolveLimits limits);
}
