package io.gavel.policies.lp.solver.program;

import io.gavel.policies.lp.solver.CertifiedSolver;

/**
 * Solves allocation programs: the extension point of the solver layer.
 *
 * <p>A solver keeps nothing between calls and may be called from any thread. It may be wrong:
 * {@link CertifiedSolver} checks every answer. The same program must give the same bits.
 */
@FunctionalInterface
public interface AllocationSolver {

  /**
   * Solves.
   *
   * @param program scaled so that the largest entry of each throughput row is about 1
   * @param limits when to give up
   * @return a claimed optimum with prices, or why there is none
   */
  SolverOutcome solve(AllocationProgram program, SolveLimits limits);

  /**
   * The same solver, going on where it would stop: for programs whose answers are the data of the
   * next, which may make much of what was left open.
   *
   * @return a solver that takes more time for a smaller gap; this one if it has no such choice
   */
  default AllocationSolver precise() {
    return this;
  }
}
