package io.gavel.policies.lp;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import io.gavel.policies.lp.solver.CertifiedSolver;
import java.util.Arrays;

/** Programs in which jobs keep throughputs that they are known to have at once. */
final class Kept {

  /**
   * How much of its throughput a job may give up, so that the floors are feasible in floating
   * point; the larger part is for programs whose rates span so many orders of magnitude that a
   * simplex code cannot tell the floors from infeasible ones.
   */
  private static final double SLACK = 1e-12;

  private static final double LARGE_SLACK = 3e-7;

  private Kept() {}

  /**
   * Solves under floors that some point reaches, but for a part of at most {@link #LARGE_SLACK}.
   *
   * @param reached throughputs of a feasible point, {@code [job]}
   */
  static CertifiedPoint solve(CertifiedSolver solver, AllocationProgram program, double[] reached) {
    try {
      return solver.solve(program.withFloor(lowered(reached, SLACK)));
    } catch (SolveFailedException tooTight) {
      return solver.solve(program.withFloor(lowered(reached, LARGE_SLACK)));
    }
  }

  private static double[] lowered(double[] reached, double slack) {
    return Arrays.stream(reached).map(r -> r * (1 - slack)).toArray();
  }
}
