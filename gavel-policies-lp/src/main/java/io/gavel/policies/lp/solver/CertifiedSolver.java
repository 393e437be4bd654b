package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks solvers in turn until one gives an answer that can be proved: feasible on the original
 * program and within tolerance of a bound computed from the original data. Immutable; may be shared
 * by threads.
 */
public final class CertifiedSolver {

  private final List<AllocationSolver> solvers;
  private final Tolerance tolerance;

  private CertifiedSolver(List<AllocationSolver> solvers, Tolerance tolerance) {
    this.solvers = List.copyOf(solvers);
    this.tolerance = tolerance;
  }

  /**
   * The solvers of this library in their default order, to {@link Tolerance#CERTIFIED}.
   *
   * @return a certified solver
   */
  public static CertifiedSolver standard() {
    return of(
        List.of(
            new OjAlgoSolver(OjAlgoSolver.Method.AUTOMATIC),
            new OjAlgoSolver(OjAlgoSolver.Method.DUAL),
            new OjAlgoSolver(OjAlgoSolver.Method.PRIMAL)),
        Tolerance.CERTIFIED);
  }

  /**
   * The given solvers, each asked only if those before it gave no answer that holds.
   *
   * @param solvers at least one
   * @param tolerance for the gap between objective and bound, and for violations before clean-up
   * @return a certified solver
   * @throws IllegalArgumentException if there is no solver
   */
  public static CertifiedSolver of(List<AllocationSolver> solvers, Tolerance tolerance) {
    if (solvers.isEmpty()) {
      throw new IllegalArgumentException("there is no solver; at least one is needed");
    }
    return new CertifiedSolver(solvers, tolerance);
  }

  /**
   * Solves.
   *
   * @param program any program
   * @return a feasible point with a bound that proves it optimal within the tolerance
   * @throws InfeasibleProblemException if the first solver with a definite answer says that the
   *     floors cannot be met
   * @throws SolveFailedException if no answer could be certified; the message tells each attempt
   */
  public CertifiedPoint solve(AllocationProgram program) {
    if (program.columnCount() == 0) { // nothing can run, so nothing needs a solver
      return CertifiedPoint.of(
          program, new double[0], Prices.zero(program.poolCount(), program.jobCount()));
    }
    Merging merging = Merging.of(program);
    Scaling scaling = Scaling.of(merging.merged());
    SolveLimits limits = SolveLimits.forSizeOf(scaling.scaled());
    List<String> attempts = new ArrayList<>();
    for (AllocationSolver solver : solvers) {
      SolverOutcome outcome = solver.solve(scaling.scaled(), limits);
      if (outcome instanceof SolverOutcome.Solved solved) {
        Prices prices = merging.undoPrices(scaling.undo(solved.prices()));
        CertifiedPoint point =
            CertifiedPoint.of(program, merging.undoFractions(solved.fractions()), prices);
        if (point.holdsWithin(tolerance)) {
          return point;
        }
        attempts.add("%s: %s".formatted(solver, point));
      } else if (outcome instanceof SolverOutcome.Infeasible infeasible) {
        throw new InfeasibleProblemException(
            "no allocation reaches the throughput that is demanded (%s)"
                .formatted(infeasible.reason()),
            List.of());
      } else if (outcome instanceof SolverOutcome.Stopped stopped) {
        attempts.add(stopped.reason());
      }
    }
    throw new SolveFailedException(
        "no certified answer for %d jobs × %d pools; tried %s"
            .formatted(program.jobCount(), program.poolCount(), String.join("; ", attempts)));
  }
}
