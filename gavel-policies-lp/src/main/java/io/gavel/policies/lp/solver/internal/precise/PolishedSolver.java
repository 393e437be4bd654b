package io.gavel.policies.lp.solver.internal.precise;

import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.List;

/**
 * A solver whose optima are refined: the rows and columns that its point and prices make tight are
 * taken for equations, and point and prices are moved to the nearest solutions of these. If they
 * prove a smaller gap, they replace the solver's answer. Immutable.
 *
 * @param solver finds the optima
 */
public record PolishedSolver(AllocationSolver solver) implements AllocationSolver {

  /** A gap that is rounding. */
  private static final double NONE = 1e-14;

  /** Which of two that should be 0 is: the ratio from which it is the price or reduced cost. */
  private static final List<Double> RATIOS = List.of(1.0, 1e3, 1e-3);

  /** The most revisions of the set of tight rows. */
  private static final int ROUNDS = 4;

  @Override
  public SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    SolverOutcome outcome = solver.solve(program, limits);
    boolean linear =
        !program.hasUtility()
            && !program.hasPairsByType()
            && program.freeVariables().count() == 0
            && program.columnCount() > 0;
    return linear && outcome instanceof SolverOutcome.Solved claim
        ? polished(program, claim, limits)
        : outcome;
  }

  private static SolverOutcome polished(
      AllocationProgram program, SolverOutcome.Solved claim, SolveLimits limits) {
    CertifiedSolution found = CertifiedSolution.of(program, claim);
    SolverOutcome.Solved best = claim;
    double open = open(found);
    for (double ratio : RATIOS) {
      TightEquations equations = new TightEquations(program, found, ratio);
      boolean goesOn = true;
      for (int round = 0; goesOn && round < ROUNDS; round++) {
        if (open <= NONE * Math.abs(found.objective()) || limits.isCancelled()) {
          return best;
        }
        goesOn = equations.solve();
        if (goesOn) {
          SolverOutcome.Solved candidate = equations.claim();
          double left = open(CertifiedSolution.of(program, candidate));
          if (left < open) {
            best = candidate;
            open = left;
          }
          goesOn = equations.revise();
        }
      }
    }
    return best;
  }

  /** Returns the gap, including violations. */
  private static double open(CertifiedSolution solution) {
    double scale = Math.abs(solution.objective());
    return solution.open() + scale * solution.missed();
  }

  @Override
  public String toString() {
    return solver.toString();
  }
}
