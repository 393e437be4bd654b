package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;

/** Solves the small programs of a working set to {@link CertifiedSolution#GOOD}. */
@FunctionalInterface
public interface SmallSolver {

  /** Returns a certified solution, or throws the exceptions of {@code CertifiedSolver.solve}. */
  CertifiedSolution solve(AllocationProgram program, SolveLimits limits);
}
