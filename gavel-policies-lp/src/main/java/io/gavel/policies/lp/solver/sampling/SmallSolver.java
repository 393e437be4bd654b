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

  /**
   * Returns a solver of programs whose jobs decide on their columns within a range of prices.
   *
   * @param spread the range, as a part of each price
   */
  default SmallSolver within(double spread) {
    return this;
  }

  /**
   * Returns a solver whose prices are in the middle of all that prove an optimum. Where coupling
   * rows alone limit a level, prices of workers may all be 0, and then say nothing about how the
   * jobs run that no row counts.
   */
  default SmallSolver centred() {
    return this;
  }
}
