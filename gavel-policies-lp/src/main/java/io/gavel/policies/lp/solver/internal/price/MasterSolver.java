package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Optional;

/** Solves restricted masters. */
@FunctionalInterface
interface MasterSolver {

  /**
   * Solves a master.
   *
   * @param spread the range of prices within which its jobs decide; 1 for a full program
   * @param aim the tolerance that the solution should hold within
   * @return a certified solution; empty if there is none
   */
  Optional<CertifiedSolution> solve(AllocationProgram master, double spread, Tolerance aim);
}
