package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.price.Hint;
import io.gavel.policies.lp.solver.price.PricedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;
import java.util.Optional;

/**
 * The options of a {@link CertifiedSolver}. Immutable; two are equal if their parts are, where
 * solvers are equal if they are the same objects.
 *
 * @param routes the solvers in the order in which they are called, with the programs they suit
 * @param tolerance for the gap between objective and bound, and for violations before repair
 * @param limits of the solve of each program
 * @param policy the name of the policy in flight recorder events; empty if none was given
 * @param start estimated prices of the programs
 * @param precise whether the solvers are the most precise ones
 */
record SolverOptions(
    List<Route> routes,
    Tolerance tolerance,
    SolveLimits limits,
    String policy,
    Start start,
    boolean precise) {

  /** Returns the defaults for the given routes. */
  static SolverOptions of(List<Route> routes) {
    return new SolverOptions(
        routes, Tolerance.CERTIFIED, SolveLimits.none(), "", Start.NONE, false);
  }

  SolverOptions withRoutes(List<Route> newRoutes) {
    return new SolverOptions(newRoutes, tolerance, limits, policy, start, precise);
  }

  SolverOptions withTolerance(Tolerance newTolerance) {
    return new SolverOptions(routes, newTolerance, limits, policy, start, precise);
  }

  SolverOptions withLimits(SolveLimits newLimits) {
    return new SolverOptions(routes, tolerance, newLimits, policy, start, precise);
  }

  SolverOptions withPolicy(String newPolicy) {
    return new SolverOptions(routes, tolerance, limits, newPolicy, start, precise);
  }

  SolverOptions withStart(Start newStart) {
    return new SolverOptions(routes, tolerance, limits, policy, newStart, precise);
  }

  SolverOptions withPrecision() {
    List<Route> variants = routes.stream().map(Route::precise).toList();
    return new SolverOptions(variants, tolerance, limits, policy, start, true);
  }

  /** Returns the solvers that suit a program, given after presolve, in order. */
  List<AllocationSolver> suiting(AllocationProgram program) {
    return program.columnCount() == 0 && program.freeVariables().count() == 0
        ? List.of(TrivialSolution.IDLE)
        : routes.stream().filter(route -> route.suits().test(program)).map(Route::solver).toList();
  }

  /**
   * Returns a solution found from prices that are nearly right; empty if they lead to none as good.
   */
  Optional<CertifiedSolution> from(Start.Near near, AllocationProgram program) {
    PricedSolver solver = precise ? Route.PRICED.precise() : Route.PRICED;
    Tolerance aim = precise ? PricedSolver.preciseTolerance(program) : tolerance;
    return solver
        .from(program, new Hint.Known(near.price(), near.off()), limits)
        .filter(found -> found.holdsWithin(aim));
  }

  /** Returns the options that differ from their defaults, without the policy's name. */
  String describe(List<Route> standard) {
    return (routes.equals(standard)
            ? "standard"
            : routes.stream().map(Route::solver).toList().toString())
        + (tolerance.equals(Tolerance.CERTIFIED) ? "" : " within " + tolerance)
        + (limits.equals(SolveLimits.none()) ? "" : " with " + limits)
        + start;
  }
}
