package io.gavel.policies.lp.solver.simplex;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;

/**
 * The simplex method for small sums under floors without pairs. If the floors use up all resources,
 * the feasible set is as thin as rounding errors. An interior-point method fails there; the simplex
 * method follows the edges. In simulated clusters of 108 workers with jobs of 26 classes it solves
 * such programs in an eighth of the time that {@link DenseSolver} takes to fail. Immutable.
 */
public final class SmallSimplex implements AllocationSolver {

  /**
   * The most jobs; beyond, the simplex method takes longer than an interior-point method that
   * fails.
   */
  private static final int MOST_JOBS = 100;

  private final OjAlgoSolver simplex = new OjAlgoSolver();

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return suits(program)
        ? simplex.solve(program, limits)
        : new SolverOutcome.Declined(
            "%s: for sums of at most %s jobs without pairs".formatted(this, MOST_JOBS));
  }

  /** Returns whether a program is a small sum without pairs. */
  public static boolean suits(AllocationProgram program) {
    boolean isSum = !program.hasLevel() && !program.hasUtility();
    return isSum && program.jobCount() <= MOST_JOBS && ColumnsByJob.fits(program);
  }

  @Override
  public String toString() {
    return "simplex of small sums";
  }
}
