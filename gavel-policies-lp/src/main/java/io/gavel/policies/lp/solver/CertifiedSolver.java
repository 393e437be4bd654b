package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.jobtype.ImplicitPairSolver;
import io.gavel.policies.lp.solver.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.LimitAction;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.lp.solver.sampling.LevelWorkingSet;
import io.gavel.policies.lp.solver.sampling.SampledSolver;
import io.gavel.policies.lp.solver.vertex.VertexCrossover;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks solvers in turn until one gives an answer that can be proved: feasible on the original
 * program and within tolerance of a bound computed from the original data. Immutable; may be shared
 * by threads.
 */
public final class CertifiedSolver {

  /** The most jobs for which other solvers are asked too if an answer holds, but is not good. */
  private static final int FEW_JOBS = 100;

  /** Solves what working sets leave undecided, and samples, which may have samples of their own. */
  private static final CertifiedSolver SMALL =
      of(
              List.of(new SampledSolver(new StructuredSolver(), CertifiedSolver::solveSmall)),
              CertifiedSolution.GOOD)
          .forPolicy("working set");

  private static final List<Route> STANDARD = Route.standard(CertifiedSolver::solveSmall);

  private final List<Route> routes;
  private final Tolerance tolerance;
  private final SolveLimits limits;
  private final boolean vertices;
  private final String policy;

  /** Prices of pools to start from; none if that is empty. */
  private final double[] start;

  private CertifiedSolver(
      List<Route> routes,
      Tolerance tolerance,
      SolveLimits limits,
      boolean vertices,
      String policy,
      double[] start) {
    this.start = start;
    this.routes = routes;
    this.tolerance = tolerance;
    this.limits = limits;
    this.vertices = vertices;
    this.policy = policy;
  }

  /**
   * The solvers of this library in their default order, to {@link Tolerance#CERTIFIED}.
   *
   * @return a certified solver
   */
  public static CertifiedSolver standard() {
    return of(STANDARD);
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
    return of(solvers.stream().map(Route::always).toList()).within(tolerance);
  }

  private static CertifiedSolver of(List<Route> routes) {
    return new CertifiedSolver(
        routes, Tolerance.CERTIFIED, SolveLimits.none(), false, "", new double[0]);
  }

  /**
   * The same solvers, of which more or less is required.
   *
   * @param newTolerance for the gap between objective and bound, and for violations before clean-up
   * @return a copy
   */
  public CertifiedSolver within(Tolerance newTolerance) {
    return new CertifiedSolver(routes, newTolerance, limits, vertices, policy, start);
  }

  /**
   * The same solvers within limits. They hold for each program: a policy that solves several may
   * take so many steps on each, and is cancelled as a whole.
   *
   * @param newLimits when a solve ends without an answer, and what then
   * @return a copy
   */
  public CertifiedSolver with(SolveLimits newLimits) {
    return new CertifiedSolver(routes, tolerance, newLimits, vertices, policy, start);
  }

  /**
   * The same solvers, answering with few positive fractions where they otherwise answer from the
   * middle of the optimal face: of positive fractions, jobs with time left and jobs with more
   * throughput than they need there are together at most {@code 2n + K + 1}, for n jobs and K
   * pools. So there are at most {@code n + K + 1} fractions where each job is held by its time or
   * by its demand, not by both. Worth, throughput of demands and use of pools stay, and the proof
   * is checked again.
   *
   * <p>Identical jobs need not get identical shares then. Programs with pairs or side rows are
   * answered as before, and so is one where rounding would cost more than a part in 10<sup>9</sup>.
   *
   * @return a copy
   */
  public CertifiedSolver withVertices() {
    return new CertifiedSolver(routes, tolerance, limits, true, policy, start);
  }

  /**
   * The same solvers, told of a program that was nearly the same, such as that of an earlier
   * problem from which a job has gone and to which one has come. Programs that maximise a minimum
   * are then first solved from there, which takes a part of the time if it works; if not, or for
   * other programs, nothing is different. The proof is the same in any case, and whatever the
   * prices, they can do no harm but to time.
   *
   * <p>The answer is one of the optimal points, though not the one that would be found without.
   *
   * @param earlier the prices in the certificate of the earlier allocation; only those of pools
   *     count, in any unit, in the order of this problem's pools
   * @return a copy
   */
  public CertifiedSolver startingFrom(Prices earlier) {
    return new CertifiedSolver(routes, tolerance, limits, vertices, policy, earlier.pools());
  }

  /**
   * The same solvers, each going as far as it can.
   *
   * @return a copy
   * @see AllocationSolver#precise
   */
  public CertifiedSolver precise() {
    List<Route> all = routes.stream().map(Route::precise).toList();
    return new CertifiedSolver(all, tolerance, limits, vertices, policy, start);
  }

  /**
   * The same solvers, whose programs are those of a policy: the flight recorder's events name it.
   *
   * @param name of the policy; one that was given before stays
   * @return a copy
   */
  public CertifiedSolver forPolicy(String name) {
    return policy.isEmpty()
        ? new CertifiedSolver(routes, tolerance, limits, vertices, name, start)
        : this;
  }

  /**
   * The limits of each solve.
   *
   * @return what {@link #with(SolveLimits)} was given, or {@link SolveLimits#none}
   */
  public SolveLimits limits() {
    return limits;
  }

  /**
   * Solves.
   *
   * @param program any program
   * @return a feasible point with a bound that proves it optimal within the tolerance
   * @throws InfeasibleProblemException if it is proved that the floors cannot be met
   * @throws SolveFailedException if no answer could be certified; the message tells each attempt
   * @throws SolveStoppedException if the limits ended it before that
   */
  public CertifiedSolution solve(AllocationProgram program) {
    CertifiedSolution point = search(program);
    if (point.isStopped()) {
      throw new SolveStoppedException(
          "the solve of %d jobs × %d pools was ended by %s; until then: %s"
              .formatted(
                  program.jobCount(),
                  program.poolCount(),
                  limits.isCancelled()
                      ? "cancellation or interruption"
                      : "its limit of %d steps".formatted(limits.maxSteps()),
                  point));
    }
    return point;
  }

  /**
   * Solves for a caller to whom a point that is not proved to be optimal is of use.
   *
   * @param program any program; where it has floors, the point may miss them if it {@linkplain
   *     CertifiedSolution#isStopped is stopped}
   * @return as {@link #solve}; if the limits end it and say {@link LimitAction#BEST_FEASIBLE}, the
   *     best point and the best bound until then
   * @throws InfeasibleProblemException as {@link #solve}
   * @throws SolveFailedException as {@link #solve}
   * @throws SolveStoppedException if the limits end it and say {@link LimitAction#THROW}
   */
  public CertifiedSolution solveOrBest(AllocationProgram program) {
    return limits.onExpiry() == LimitAction.BEST_FEASIBLE ? search(program) : solve(program);
  }

  private CertifiedSolution search(AllocationProgram program) {
    SolveRecord record = SolveRecord.begin(policy, program);
    return record == null ? search(program, null) : record.follow(() -> search(program, record));
  }

  private CertifiedSolution search(AllocationProgram program, @Nullable SolveRecord record) {
    if (program.hasPairsByType()) {
      return solveShared(program, record);
    }
    if (program.columnCount() == 0) { // nothing can run, so nothing needs a solver
      Prices none = Prices.zero(program.poolCount(), program.jobCount());
      return CertifiedSolution.of(program, new double[0], none);
    }
    try {
      limits.check();
      Optional<CertifiedSolution> near =
          LevelWorkingSet.solve(program, start, CertifiedSolver::solveSmall, limits);
      if (near.isPresent() && near.get().holdsWithin(tolerance)) {
        if (record != null) {
          record.asked("earlier prices", 0);
        }
        return finished(program, near.get());
      }
      return ask(program, Presolve.of(program, limits), record);
    } catch (CancelledSolve beforeAnySolver) {
      return TrivialSolution.of(program).asStopped();
    }
  }

  private static CertifiedSolution solveSmall(AllocationProgram program, SolveLimits limits) {
    return SMALL.with(limits).solve(program);
  }

  private CertifiedSolution ask(
      AllocationProgram program, Presolve presolve, @Nullable SolveRecord record) {
    AllocationProgram reduced = presolve.reduced();
    if (record != null) {
      record.classes(reduced.jobCount());
    }
    int enough = SolveLimits.forSizeOf(reduced).maxSteps();
    SolveLimits each = limits.withMaxSteps(Math.min(limits.maxSteps(), enough));
    List<AllocationSolver> solvers = suiting(reduced);
    List<String> attempts = new ArrayList<>();
    for (int i = 0; i < solvers.size(); i++) {
      AllocationSolver solver = solvers.get(i);
      SolverOutcome outcome = solver.solve(reduced, each);
      if (record != null) {
        record.asked(solver, outcome);
      }
      Optional<SolverOutcome.Solved> claim = claimOf(outcome);
      if (claim.isPresent()) {
        CertifiedSolution point = presolve.undone(claim.get());
        if (point.holdsWithin(tolerance)) {
          List<AllocationSolver> after = solvers.subList(i + 1, solvers.size());
          return finished(program, improved(point, solver, after, each, presolve));
        }
        if (outcome instanceof SolverOutcome.Interrupted) {
          return point.asStopped();
        }
        attempts.add("%s: %s".formatted(solver, point));
      }
      if (outcome instanceof SolverOutcome.Interrupted || limits.isCancelled()) {
        return TrivialSolution.of(program).asStopped();
      }
      if (outcome instanceof SolverOutcome.Infeasible infeasible) {
        requireFeasible(program);
        attempts.add(infeasible.reason());
      } else if (outcome instanceof SolverOutcome.Declined stopped) {
        attempts.add(stopped.reason());
      }
    }
    throw new SolveFailedException(
        "no certified answer for %d jobs × %d pools; tried %s"
            .formatted(program.jobCount(), program.poolCount(), String.join("; ", attempts)));
  }

  private List<AllocationSolver> suiting(AllocationProgram program) {
    return routes.stream().filter(route -> route.suits().test(program)).map(Route::solver).toList();
  }

  /**
   * The best answer: where one holds but is not good, its solver is asked to go as far as it can,
   * and for few jobs those after it.
   */
  private CertifiedSolution improved(
      CertifiedSolution point,
      AllocationSolver solver,
      List<AllocationSolver> after,
      SolveLimits each,
      Presolve presolve) {
    AllocationSolver further = solver.precise();
    List<AllocationSolver> others = new ArrayList<>();
    if (further != solver) {
      others.add(further);
    }
    if (presolve.reduced().jobCount() <= FEW_JOBS) {
      others.addAll(after);
    }
    CertifiedSolution best = point;
    for (AllocationSolver other : others) {
      if (best.isNear(CertifiedSolution.GOOD) || limits.isCancelled()) {
        break;
      }
      CertifiedSolution least = best;
      best =
          claimOf(other.solve(presolve.reduced(), each))
              .map(presolve::undone)
              .filter(found -> found.holdsWithin(tolerance) && found.open() < least.open())
              .orElse(least);
    }
    return best;
  }

  private CertifiedSolution finished(AllocationProgram program, CertifiedSolution point) {
    return vertices && ColumnsByJob.fits(program) ? VertexCrossover.of(point, tolerance) : point;
  }

  private static Optional<SolverOutcome.Solved> claimOf(SolverOutcome outcome) {
    if (outcome instanceof SolverOutcome.Interrupted expired) {
      return expired.best();
    }
    return outcome instanceof SolverOutcome.Solved solved ? Optional.of(solved) : Optional.empty();
  }

  private CertifiedSolution solveShared(AllocationProgram program, @Nullable SolveRecord record) {
    ImplicitPairSolver solver = new ImplicitPairSolver(program);
    List<String> attempts = new ArrayList<>();
    for (int[] partition : solver.partitions()) {
      if (record != null) {
        record.classes(ImplicitPairSolver.count(partition));
        record.asked("pairs by class", 0);
      }
      Optional<CertifiedSolution> point = solver.solve(partition);
      if (point.isPresent() && point.get().holdsWithin(tolerance)) {
        return point.get();
      }
      attempts.add(
          point.map(CertifiedSolution::toString).orElse("the program of classes was not solved"));
    }
    requireFeasible(program);
    throw new SolveFailedException(
        "no certified answer for %d jobs × %d pools with pairs by job type: %s"
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

  private List<Object> options() {
    List<?> prices = Arrays.stream(start).boxed().toList();
    return List.of(routes, tolerance, limits, vertices, policy, prices);
  }

  @Override // solvers are equal if they are the same objects
  public boolean equals(Object other) {
    return other instanceof CertifiedSolver that && options().equals(that.options());
  }

  @Override
  public int hashCode() {
    return options().hashCode();
  }

  /** What differs from {@link #standard}, but for the policy's name. */
  @Override
  public String toString() {
    return (routes.equals(STANDARD)
            ? "standard"
            : routes.stream().map(Route::solver).toList().toString())
        + (tolerance.equals(Tolerance.CERTIFIED) ? "" : " within " + tolerance)
        + (limits.equals(SolveLimits.none()) ? "" : " with " + limits)
        + (vertices ? " with vertices" : "")
        + (start.length == 0 ? "" : " starting from " + Arrays.toString(start));
  }
}
