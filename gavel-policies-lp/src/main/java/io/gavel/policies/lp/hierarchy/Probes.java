package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;

/** The programs of one search for a level, each solved from the prices of that before. Mutable. */
final class Probes {

  /** The least error of the prices of another program. */
  private static final double LEAST_OFF = 1e-6;

  private final LevelPrecision precision;

  private Prices near = Prices.zero(0, 0);

  /** The part of the demands that the last program did not meet: the next one demands that less. */
  private double off = 1;

  /** A search before its first program. */
  Probes(LevelPrecision precision) {
    this.precision = precision;
  }

  CertifiedSolution solve(AllocationProgram probe) {
    CertifiedSolution found = precision.solverAfter(near, off).solveOrBest(probe);
    near = found.bound().prices();
    off = Math.max(LEAST_OFF, 1 - found.objective());
    return found;
  }
}
