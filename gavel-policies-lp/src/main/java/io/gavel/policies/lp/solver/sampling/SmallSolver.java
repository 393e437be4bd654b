package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;

/** What solves the small programs of a working set, to {@link CertifiedSolution#GOOD}. */
@FunctionalInterface
public interface SmallSolver {

  /** A point that is as good as optimal, or an exception that says why there is none. */
  CertifiedSolution solve(AllocationProgram program, SolveLimits limits);
}
