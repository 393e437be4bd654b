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
            new StructuredSolver(),
            new PairClassSolver(),
            new DenseSolver(),
            new OjAlgoSolver(),
            new OjAlgoModelSolver()),
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
   * The same solvers, of which more or less is required.
   *
   * @param newTolerance for the gap between objective and bound, and for violations before clean-up
   * @return a copy
   */
  public CertifiedSolver within(Tolerance newTolerance) {
    return new CertifiedSolver(solvers, newTolerance);
  }

  /**
   * Solves.
   *
   * @param program any program
   * @return a feasible point with a bound that proves it optimal within the tolerance
   * @throws InfeasibleProblemException if it is proved that the floors cannot be met
   * @throws SolveFailedException if no answer could be certified; the message tells each attempt
   */
  public CertifiedPoint solve(AllocationProgram program) {
    if (program.columnCount() == 0) { // nothing can run, so nothing needs a solver
      Prices none = Prices.zero(program.poolCount(), program.jobCount());
      return CertifiedPoint.of(program, new double[0], none);
    }
    Scaling scaling = Scaling.of(program);
    Merging merging =
        Merging.of(scaling.scaled()); // jobs equal but for a power of two are equal now
    SolveLimits limits = SolveLimits.forSizeOf(merging.merged());
    List<String> attempts = new ArrayList<>();
    for (AllocationSolver solver : solvers) {
      SolverOutcome outcome = solver.solve(merging.merged(), limits);
      if (outcome instanceof SolverOutcome.Solved solved) {
        Prices prices = scaling.undo(merging.undoPrices(solved.prices()));
        CertifiedPoint point =
            CertifiedPoint.of(
                program,
                merging.undoFractions(solved.fractions()),
                prices,
                scaling.undoSide(solved.sidePrices()));
        if (point.holdsWithin(tolerance)) {
          return point;
        }
        attempts.add("%s: %s".formatted(solver, point));
      } else if (outcome instanceof SolverOutcome.Infeasible infeasible) {
        requireFeasible(program);
        attempts.add(infeasible.reason());
      } else if (outcome instanceof SolverOutcome.Stopped stopped) {
        attempts.add(stopped.reason());
      }
    }
    throw new SolveFailedException(
        "no certified answer for %d jobs × %d pools; tried %s"
            .formatted(program.jobCount(), program.poolCount(), String.join("; ", attempts)));
  }

  /**
   * Examines a claim that the floors cannot be met. The largest part of all floors that can be met
   * at once is a program without floors; only a bound on it that is below 1 by more than the
   * tolerance proves the claim.
   */
  private void requireFeasible(AllocationProgram program) {
    AllocationProgram part = program.floorsAsRequirements();
    if (part.hasLevel()) {
      double bound = solve(part).bound().value();
      if (!tolerance.atMost(1, bound)) {
        throw new InfeasibleProblemException(
            "no allocation reaches the throughputs that are demanded: at most %s of each"
                .formatted(bound),
            List.of());
      }
    }
  }
}
