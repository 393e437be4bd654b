package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.List;

/**
 * The options of a {@link CertifiedSolver}. Immutable; two are equal if their parts are, where
 * solvers are equal if they are the same objects.
 *
 * @param routes the solvers in the order in which they are called, with the programs they suit
 * @param tolerance for the gap between objective and bound, and for violations before repair
 * @param limits of the solve of each program
 * @param vertices whether a solution is moved to a vertex
 * @param policy the name of the policy in flight recorder events; empty if none was given
 * @param start prices of pools to start from, {@code [pool]}, in any unit; empty if there are none
 */
record SolverOptions(
    List<Route> routes,
    Tolerance tolerance,
    SolveLimits limits,
    boolean vertices,
    String policy,
    List<Double> start) {

  /** The defaults for the given routes. */
  static SolverOptions of(List<Route> routes) {
    return new SolverOptions(routes, Tolerance.CERTIFIED, SolveLimits.none(), false, "", List.of());
  }

  SolverOptions withRoutes(List<Route> newRoutes) {
    return new SolverOptions(newRoutes, tolerance, limits, vertices, policy, start);
  }

  SolverOptions withTolerance(Tolerance newTolerance) {
    return new SolverOptions(routes, newTolerance, limits, vertices, policy, start);
  }

  SolverOptions withLimits(SolveLimits newLimits) {
    return new SolverOptions(routes, tolerance, newLimits, vertices, policy, start);
  }

  SolverOptions withVertices() {
    return new SolverOptions(routes, tolerance, limits, true, policy, start);
  }

  SolverOptions withPolicy(String newPolicy) {
    return new SolverOptions(routes, tolerance, limits, vertices, newPolicy, start);
  }

  SolverOptions withStart(double[] pools) {
    List<Double> newStart = Arrays.stream(pools).boxed().toList();
    return new SolverOptions(routes, tolerance, limits, vertices, policy, newStart);
  }

  /** The solvers that suit a program, given after presolve, in order. */
  List<AllocationSolver> suiting(AllocationProgram program) {
    return routes.stream().filter(route -> route.suits().test(program)).map(Route::solver).toList();
  }

  /** The prices of pools to start from, a copy, {@code [pool]}. */
  double[] startPrices() {
    return start.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The options that differ from their defaults, without the policy's name. */
  String describe(List<Route> standard) {
    return (routes.equals(standard)
            ? "standard"
            : routes.stream().map(Route::solver).toList().toString())
        + (tolerance.equals(Tolerance.CERTIFIED) ? "" : " within " + tolerance)
        + (limits.equals(SolveLimits.none()) ? "" : " with " + limits)
        + (vertices ? " with vertices" : "")
        + (start.isEmpty() ? "" : " starting from " + start);
  }
}
