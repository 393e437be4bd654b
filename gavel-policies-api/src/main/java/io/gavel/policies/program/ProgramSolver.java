package io.gavel.policies.program;

/** Solves programs. Implementations are immutable and may be shared by threads. */
@FunctionalInterface
public interface ProgramSolver {

  /**
   * Optimises the objectives of a program, one after the other.
   *
   * @param program the program
   * @return a feasible allocation, with a certificate for each objective
   * @throws io.gavel.policies.InfeasibleProblemException if no allocation satisfies the program;
   *     names what cannot hold together
   * @throws io.gavel.policies.SolveFailedException if no certified answer was found
   * @throws io.gavel.policies.SolveStoppedException if a limit, a cancellation or an interruption
   *     came before a certified answer
   */
  Solution solve(Program program);
}
