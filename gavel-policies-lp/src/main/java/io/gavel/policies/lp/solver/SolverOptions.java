package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.passes.Passes;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.sampling.WarmStart;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
 * @param off by how much these prices are assumed to be wrong, as a part of each; 0 for what a job
 *     more or less changes
 * @param precise whether the solvers are the most precise ones
 * @param passes how passes over the jobs run
 */
record SolverOptions(
    List<Route> routes,
    Tolerance tolerance,
    SolveLimits limits,
    boolean vertices,
    String policy,
    List<Double> start,
    double off,
    boolean precise,
    Passes passes) {

  /** The defaults for the given routes. */
  static SolverOptions of(List<Route> routes) {
    return new SolverOptions(
        routes,
        Tolerance.CERTIFIED,
        SolveLimits.none(),
        false,
        "",
        List.of(),
        0,
        false,
        Passes.ALONE);
  }

  SolverOptions withRoutes(List<Route> newRoutes) {
    return new SolverOptions(
        newRoutes, tolerance, limits, vertices, policy, start, off, precise, passes);
  }

  SolverOptions withTolerance(Tolerance newTolerance) {
    return new SolverOptions(
        routes, newTolerance, limits, vertices, policy, start, off, precise, passes);
  }

  SolverOptions withLimits(SolveLimits newLimits) {
    return new SolverOptions(
        routes, tolerance, newLimits, vertices, policy, start, off, precise, passes);
  }

  SolverOptions withVertices() {
    return new SolverOptions(routes, tolerance, limits, true, policy, start, off, precise, passes);
  }

  SolverOptions withPolicy(String newPolicy) {
    return new SolverOptions(
        routes, tolerance, limits, vertices, newPolicy, start, off, precise, passes);
  }

  SolverOptions withStart(double[] pools, double newOff) {
    List<Double> newStart = Arrays.stream(pools).boxed().toList();
    return new SolverOptions(
        routes, tolerance, limits, vertices, policy, newStart, newOff, precise, passes);
  }

  SolverOptions withPrecision() {
    List<Route> variants = routes.stream().map(Route::precise).toList();
    return new SolverOptions(
        variants, tolerance, limits, vertices, policy, start, off, true, passes);
  }

  SolverOptions withPasses(Passes newPasses) {
    return new SolverOptions(
        routes, tolerance, limits, vertices, policy, start, off, precise, newPasses);
  }

  /** The solvers that suit a program, given after presolve, in order. */
  List<AllocationSolver> suiting(AllocationProgram program) {
    return program.columnCount() == 0 && program.freeColumns().count() == 0
        ? List.of(TrivialSolution.IDLE)
        : routes.stream().filter(route -> route.suits().test(program)).map(Route::solver).toList();
  }

  /** A solution found from the prices to start from; empty if they lead to none as good. */
  Optional<CertifiedSolution> fromStart(AllocationProgram program) {
    double[] prices = start.stream().mapToDouble(Double::doubleValue).toArray();
    Tolerance aim = precise ? WarmStart.PRECISE : CertifiedSolution.GOOD;
    return WarmStart.solve(program, prices, off, WorkingSetSolver::solve, aim, limits)
        .filter(found -> found.holdsWithin(precise ? aim : tolerance));
  }

  /** The options that differ from their defaults, without the policy's name. */
  String describe(List<Route> standard) {
    return (routes.equals(standard)
            ? "standard"
            : routes.stream().map(Route::solver).toList().toString())
        + (tolerance.equals(Tolerance.CERTIFIED) ? "" : " within " + tolerance)
        + (limits.equals(SolveLimits.none()) ? "" : " with " + limits)
        + (vertices ? " with vertices" : "")
        + (start.isEmpty() ? "" : " starting from " + start)
        + (off > 0 ? " off by " + off : "")
        + (passes.equals(Passes.ALONE) ? "" : " on " + passes);
  }
}
