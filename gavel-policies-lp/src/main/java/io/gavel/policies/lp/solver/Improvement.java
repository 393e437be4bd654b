package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.internal.precise.TwofoldSimplex;
import io.gavel.policies.lp.solver.internal.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Tries to improve a valid solution with a large gap. */
final class Improvement {

  /** The most jobs for which other solvers are tried. */
  static final int FEW_JOBS = 100;

  private Improvement() {}

  /**
   * Returns the best solution found: the precise variant of a solution's solver is tried, and for
   * few jobs also the solvers after it.
   *
   * @param later the solvers after it
   * @param tolerance that further solutions must hold
   */
  static CertifiedSolution of(
      CertifiedSolution solution,
      AllocationSolver solver,
      Iterator<AllocationSolver> later,
      SolveLimits limits,
      Presolve presolve,
      Tolerance tolerance) {
    if (solution.isNear(CertifiedSolution.GOOD)) {
      return solution;
    }
    List<AllocationSolver> others = new ArrayList<>();
    others.add(solver.precise());
    others.remove(solver); // it is its own precise variant if it has none
    if (presolve.reduced().jobCount() <= FEW_JOBS) {
      later.forEachRemaining(others::add);
    }
    if (!TwofoldSimplex.suits(presolve.reduced())) {
      others.removeIf(TwofoldSimplex.class::isInstance); // a tenth of a second or more
    }
    CertifiedSolution best = solution;
    for (AllocationSolver other : others) {
      if (best.isNear(CertifiedSolution.GOOD) || limits.isCancelled()) {
        break;
      }
      CertifiedSolution least = best;
      best =
          other
              .solve(presolve.reduced(), limits)
              .claim()
              .map(presolve::undone)
              .filter(found -> found.holdsWithin(tolerance) && found.open() < least.open())
              .orElse(least);
    }
    return best;
  }
}
