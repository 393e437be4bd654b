package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;

/** Solves the small programs of a working set. */
@FunctionalInterface
public interface SmallSolver {

  /**
   * Returns a certified solution, or throws the exceptions of {@code CertifiedSolver.solve}.
   *
   * @param tolerance {@link CertifiedSolution#GOOD}, or a tighter one
   */
  CertifiedSolution solve(AllocationProgram program, Tolerance tolerance, SolveLimits limits);
}
