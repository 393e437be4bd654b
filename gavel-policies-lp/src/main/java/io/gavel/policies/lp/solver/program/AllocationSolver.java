package io.gavel.policies.lp.solver.program;

/**
 * Solves allocation programs. This is the extension point of the solver layer.
 *
 * <p>A solver is stateless and may be called from any thread. Its results need not be right, since
 * callers verify every claim. Equal programs must yield equal results, bit for bit.
 */
@FunctionalInterface
public interface AllocationSolver {

  /**
   * Solves a program.
   *
   * @param program scaled so that the largest entry of each throughput row is about 1
   * @param limits when to give up
   * @return a claimed optimum with prices, or the reason why there is none
   */
  SolverOutcome solve(AllocationProgram program, SolveLimits limits);

  /**
   * Returns a variant of this solver that continues to a smaller gap. It serves sequences of
   * programs in which each uses the result of the one before and may amplify its error.
   *
   * @return a solver that takes more time for a smaller gap; this solver if it has no such variant
   */
  default AllocationSolver precise() {
    return this;
  }
}
