package io.gavel.policies.lp.solver;

import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.rows.SimplexSolver;
import io.gavel.policies.lp.solver.internal.presolve.Presolve;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolveLimits.CancelledSolve;
import io.gavel.policies.lp.solver.program.SolveLimits.LimitAction;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Solves allocation programs and certifies the result. Solvers are called in turn until one returns
 * a solution that is feasible for the original program and whose objective is within tolerance of a
 * bound computed from the original data. Immutable; may be shared by threads.
 */
public final class CertifiedSolver {

  private static final List<Route> STANDARD = Route.standard();

  /**
   * The options of a solver. Immutable; two are equal if their parts are, where solvers are equal
   * if they are the same objects.
   *
   * @param routes the solvers in the order in which they are called, with the programs they suit
   * @param tolerance for the gap between objective and bound, and for violations before repair
   * @param limits of the solve of each program
   * @param policy the name of the policy in flight recorder events; empty if none was given
   * @param start estimated prices of the programs; empty if there are none
   * @param precise whether the solvers are the most precise ones
   */
  record Options(
      List<Route> routes,
      Tolerance tolerance,
      SolveLimits limits,
      String policy,
      Optional<Start> start,
      boolean precise) {

    Options withRoutes(List<Route> newRoutes) {
      return new Options(newRoutes, tolerance, limits, policy, start, precise);
    }

    Options withTolerance(Tolerance newTolerance) {
      return new Options(routes, newTolerance, limits, policy, start, precise);
    }

    Options withLimits(SolveLimits newLimits) {
      return new Options(routes, tolerance, newLimits, policy, start, precise);
    }

    Options withPolicy(String newPolicy) {
      return new Options(routes, tolerance, limits, newPolicy, start, precise);
    }

    Options withStart(Start newStart) {
      return new Options(routes, tolerance, limits, policy, Optional.of(newStart), precise);
    }

    Options withPrecision() {
      List<Route> variants = routes.stream().map(Route::precise).toList();
      return new Options(variants, tolerance, limits, policy, start, true);
    }

    /** Returns the solvers that suit a program, given after presolve, in order. */
    Stream<AllocationSolver> suiting(AllocationProgram program) {
      return program.columnCount() == 0 && program.freeVariables().count() == 0
          ? Stream.of(new SimplexSolver()) // no job can run
          : routes.stream().filter(route -> route.suits().test(program)).map(Route::solver);
    }

    /** Returns the options that differ from their defaults, without the policy's name. */
    String describe(List<Route> standard) {
      return (routes.equals(standard)
              ? "standard"
              : routes.stream().map(Route::solver).toList().toString())
          + (tolerance.equals(Tolerance.CERTIFIED) ? "" : " within " + tolerance)
          + (limits.equals(SolveLimits.none()) ? "" : " with " + limits)
          + start.map(Object::toString).orElse("");
    }
  }

  private final Options options;

  private CertifiedSolver(Options options) {
    this.options = options;
  }

  /** {@return the solvers of this library in their order, to {@link Tolerance#CERTIFIED}} */
  public static CertifiedSolver standard() {
    return new CertifiedSolver(
        new Options(
            STANDARD, Tolerance.CERTIFIED, SolveLimits.none(), "", Optional.empty(), false));
  }

  /**
   * Returns the given solvers, in order. Each is called only if the solvers before it returned no
   * certifiable solution.
   *
   * @param solvers at least one
   * @param tolerance for the gap between objective and bound, and for violations before repair
   * @return a certified solver
   * @throws IllegalArgumentException if the list is empty
   */
  public static CertifiedSolver of(List<AllocationSolver> solvers, Tolerance tolerance) {
    if (solvers.isEmpty()) {
      throw new IllegalArgumentException("the list of solvers is empty; at least one is needed");
    }
    List<Route> routes = solvers.stream().map(Route::always).toList();
    return new CertifiedSolver(standard().options.withRoutes(routes).withTolerance(tolerance));
  }

  /**
   * Returns a copy with another tolerance.
   *
   * @param newTolerance for the gap between objective and bound, and for violations before repair
   * @return a copy
   */
  public CertifiedSolver within(Tolerance newTolerance) {
    return new CertifiedSolver(options.withTolerance(newTolerance));
  }

  /**
   * Returns a copy with limits. The limit of steps applies to each program separately: a policy
   * that solves several programs may take that number of steps on each. Cancellation ends the
   * policy.
   *
   * @param newLimits when a solve ends without a certified solution, and the action then
   * @return a copy
   */
  public CertifiedSolver with(SolveLimits newLimits) {
    return new CertifiedSolver(options.withLimits(newLimits));
  }

  /**
   * Returns a copy with a warm start: prices of a similar program, such as the program of an
   * earlier problem in which one job has left and one has arrived. Programs that maximise a
   * minimum, a sum or utilities are first solved from these prices, which takes a fraction of the
   * time if it succeeds. If it fails, and for all other programs, they have no effect. The proof is
   * the same in any case, but the optimal point may be another one.
   *
   * @param earlier the prices in the certificate of the earlier allocation; only pool prices count,
   *     in the order of this problem's pools; for a level, in any unit
   * @return a copy
   */
  public CertifiedSolver startingFrom(Prices earlier) {
    return startingFrom(earlier, 0);
  }

  /**
   * Returns a copy with a warm start from prices with a known error.
   *
   * @param earlier as in {@link #startingFrom(Prices)}
   * @param off the assumed relative error of the prices; 0 for the effect of one job more or less
   * @return a copy
   * @throws IllegalArgumentException if the error is negative or not finite
   */
  public CertifiedSolver startingFrom(Prices earlier, double off) {
    Require.nonNegative(off, "error of prices");
    return with(Start.given(earlier.pools(), off));
  }

  /** Returns a copy with estimated prices. */
  CertifiedSolver with(Start start) {
    return new CertifiedSolver(options.withStart(start));
  }

  /**
   * Returns a copy with the most precise variant of each solver.
   *
   * @return a copy
   */
  public CertifiedSolver precise() {
    return new CertifiedSolver(options.withPrecision());
  }

  /**
   * Returns a copy with precise solvers. Of the standard ones, a simplex method is called first for
   * small linear programs; it ends at a vertex, where levels and prices are right but for rounding.
   *
   * @return a copy
   */
  public CertifiedSolver withExtendedPrecision() {
    return new CertifiedSolver(options.withRoutes(Route.extended(options.routes(), STANDARD)));
  }

  /**
   * Returns a copy with the name of the policy whose programs they solve. Flight recorder events
   * contain the name.
   *
   * @param name the policy's name; ignored if a name was given before
   * @return a copy
   */
  public CertifiedSolver forPolicy(String name) {
    return options.policy().isEmpty() ? new CertifiedSolver(options.withPolicy(name)) : this;
  }

  /** {@return the limits of solves, by default {@link SolveLimits#none}} */
  public SolveLimits limits() {
    return options.limits();
  }

  /**
   * Solves a program to certified optimality.
   *
   * @param program any program
   * @return a feasible point with a bound that proves it optimal within the tolerance
   * @throws InfeasibleProblemException if it is proved that the floors cannot be met
   * @throws SolveFailedException if no solution could be certified; the message lists each attempt
   * @throws SolveStoppedException if the limits ended the solve before that
   */
  public CertifiedSolution solve(AllocationProgram program) {
    return unstopped(search(program, Optional.empty()), program);
  }

  /**
   * Solves a program whose floors have names.
   *
   * @param program any program
   * @param floorName the name of a job's floor for a conflict, by job index
   * @return as {@link #solve(AllocationProgram)}
   * @throws InfeasibleProblemException naming a minimal set of floors and rows that cannot hold
   *     together
   */
  public CertifiedSolution solve(AllocationProgram program, IntFunction<String> floorName) {
    return unstopped(search(program, Optional.of(floorName)), program);
  }

  /** Returns the solution, unless limits ended the search for it. */
  CertifiedSolution unstopped(CertifiedSolution solution, AllocationProgram program) {
    if (solution.isStopped()) {
      throw new SolveStoppedException(
          "the solve of %s jobs × %s pools was ended by %s; best so far: %s"
              .formatted(
                  program.jobCount(),
                  program.poolCount(),
                  limits().isCancelled()
                      ? "cancellation or interruption"
                      : "its limit of %s steps".formatted(limits().maxSteps()),
                  solution));
    }
    return solution;
  }

  /**
   * Solves a program, or returns the best point so far if limits end the solve; it may miss floors
   * and rows.
   *
   * @param program any program
   * @return as {@link #solve}; if the limits end the solve and their action is {@link
   *     LimitAction#BEST_FEASIBLE}, the best point and the best bound found so far
   * @throws InfeasibleProblemException as {@link #solve}
   * @throws SolveFailedException as {@link #solve}
   * @throws SolveStoppedException if the limits end the solve and their action is {@link
   *     LimitAction#THROW}
   */
  public CertifiedSolution solveOrBest(AllocationProgram program) {
    return isStoppedSilently() ? search(program, Optional.empty()) : solve(program);
  }

  /**
   * Solves a program, or returns the best point that keeps floors and rows if limits end the solve.
   *
   * @param program any program
   * @return as {@link #solveOrBest}, but limits do not end the solve before a feasible point is
   *     found
   * @throws InfeasibleProblemException as {@link #solve}
   * @throws SolveFailedException as {@link #solve}
   * @throws SolveStoppedException if the limits end the solve and their action is {@link
   *     LimitAction#THROW}, or if the thread is interrupted before a feasible point is found
   */
  public CertifiedSolution solveOrFeasible(AllocationProgram program) {
    return solveOrFeasible(program, Optional.empty());
  }

  /**
   * Solves a program whose floors have names, or returns the best feasible point if limits end the
   * solve.
   *
   * @param program any program
   * @param floorName the name of a job's floor for a conflict, by job index
   * @return as {@link #solveOrFeasible(AllocationProgram)}
   * @throws InfeasibleProblemException naming a minimal set of floors and rows that cannot hold
   *     together
   */
  public CertifiedSolution solveOrFeasible(
      AllocationProgram program, IntFunction<String> floorName) {
    return solveOrFeasible(program, Optional.of(floorName));
  }

  private CertifiedSolution solveOrFeasible(
      AllocationProgram program, Optional<IntFunction<String>> floorName) {
    CertifiedSolution found = search(program, floorName);
    if (!isStoppedSilently()) {
      return unstopped(found, program);
    }
    if (!found.isStopped() || tolerance().atMost(1 + found.missed(), 1)) {
      return found;
    }
    CertifiedSolver feasible = untilFeasible();
    return feasible.unstopped(feasible.search(program, floorName), program).asStopped();
  }

  /**
   * Returns a solver of programs that decide whether there is a feasible point.
   *
   * @return this solver or, if the action of its limits is {@link LimitAction#BEST_FEASIBLE}, a
   *     copy that only an interruption of the thread ends, by a {@link SolveStoppedException}
   */
  public CertifiedSolver untilFeasible() {
    return isStoppedSilently() ? with(SolveLimits.none()) : this;
  }

  private boolean isStoppedSilently() {
    return limits().onExpiry() == LimitAction.BEST_FEASIBLE;
  }

  /**
   * Returns the result of a search, or the best known feasible result if limits end the search.
   * Policies that solve several programs use it to return their best feasible point.
   *
   * @param <T> the type of the result
   * @param search solves programs with this solver, whose limits throw
   * @param known returns the best feasible result known when limits end the search
   * @return either result
   * @throws SolveStoppedException if the limits end the search and their action is {@link
   *     LimitAction#THROW}
   */
  public <T> T orKnown(Function<CertifiedSolver, T> search, Supplier<T> known) {
    if (!isStoppedSilently()) {
      return search.apply(this);
    }
    try {
      return search.apply(with(limits().withOnExpiry(LimitAction.THROW)));
    } catch (SolveStoppedException stopped) {
      return known.get();
    }
  }

  private CertifiedSolution search(
      AllocationProgram program, Optional<IntFunction<String>> floorName) {
    Set<Tolerance> asked = new HashSet<>();
    CertifiedSolution found =
        search(
            program,
            within -> {
              if (asked.add(within)) {
                requireFeasible(program, within, floorName);
              }
            });
    boolean listed = !program.hasPairsByType(); // else the solution lists only pairs that it uses
    return listed && program.rows().count() > 0 && options.routes().equals(STANDARD)
        ? LeastPrices.of(found, this::searchOnce)
        : found;
  }

  /**
   * Requires that a program has a feasible point.
   *
   * @param program any program; its objective does not matter
   * @param floorName the name of a job's floor for a conflict, by job index
   * @throws InfeasibleProblemException naming a minimal set of floors and rows that cannot hold
   *     together
   */
  public void requireFeasible(AllocationProgram program, IntFunction<String> floorName) {
    Conflict.require(program, this::solve, Tolerance.CERTIFIED, floorName);
  }

  /**
   * Requires that a program has a feasible point. A program with coupling rows, free variables or
   * names of floors is examined for a minimal conflict, any other for the part of the floors that
   * can be met.
   */
  private void requireFeasible(
      AllocationProgram program, Tolerance within, Optional<IntFunction<String>> floorName) {
    if (program.isPlain() && floorName.isEmpty()) {
      if (program.hasFloor()) {
        Conflict.requireFloors(program, this::searchOnce, within);
      }
    } else {
      Conflict.require(
          program, this::searchOnce, within, floorName.orElse("throughput of job %s"::formatted));
    }
  }

  Tolerance tolerance() {
    return options.tolerance();
  }

  /**
   * Solves a program that has a feasible point, without a search for a conflict if that fails and
   * for the least prices if it succeeds.
   *
   * @param program any program
   * @return a certified solution
   * @throws SolveFailedException as {@link #solve}
   * @throws SolveStoppedException as {@link #solve}
   */
  public CertifiedSolution solveOnce(AllocationProgram program) {
    return unstopped(searchOnce(program), program);
  }

  /** Solves a program that has a feasible point. */
  CertifiedSolution searchOnce(AllocationProgram program) {
    return search(program, within -> {});
  }

  private CertifiedSolution search(AllocationProgram program, Consumer<Tolerance> doubt) {
    SolveEvent event = event(options.policy(), program);
    return event == null
        ? search(program, doubt, null)
        : event.follow(() -> search(program, doubt, event));
  }

  /**
   * Returns an event for the flight recorder; null unless it records them, or on a runtime that was
   * linked without it. Before the first recording the class of events is left alone: it would start
   * the recorder, which takes a third of a first allocation.
   */
  static @Nullable SolveEvent event(String policy, AllocationProgram program) {
    try {
      return FlightRecorder.isInitialized() && SolveEvent.isRecording()
          ? new SolveEvent(policy, program)
          : null;
    } catch (LinkageError without) {
      return null;
    }
  }

  private CertifiedSolution search(
      AllocationProgram program, Consumer<Tolerance> doubt, @Nullable SolveEvent event) {
    if (program.hasPairsByType()) {
      return PairsByType.solve(
          program, tolerance(), this::searchOnce, () -> doubt.accept(Tolerance.CERTIFIED), event);
    }
    try {
      limits().check();
      return options.start().isPresent()
          ? searchFrom(options.start().get().next(program), program, doubt, event)
          : ask(program, doubt, event);
    } catch (CancelledSolve beforeAnySolver) {
      return TrivialSolution.of(program);
    }
  }

  private CertifiedSolution searchFrom(
      Start near,
      AllocationProgram program,
      Consumer<Tolerance> doubt,
      @Nullable SolveEvent event) {
    Optional<CertifiedSolution> warm = near.solution(program, options);
    if (warm.isPresent() && event != null) {
      event.called("earlier prices", 0);
    }
    CertifiedSolution found = warm.isPresent() ? warm.get() : ask(program, doubt, event);
    near.learn(found, warm.isPresent());
    return found;
  }

  private CertifiedSolution ask(
      AllocationProgram program, Consumer<Tolerance> doubt, @Nullable SolveEvent event) {
    Presolve presolve = Presolve.of(program, limits());
    AllocationProgram reduced = presolve.reduced();
    if (event != null) {
      event.classes = reduced.jobCount();
    }
    int enough = SolveLimits.forSizeOf(reduced).maxSteps();
    SolveLimits each = limits().withMaxSteps(Math.min(limits().maxSteps(), enough));
    Iterator<AllocationSolver> solvers = options.suiting(reduced).iterator(); // asked one by one
    List<String> attempts = new ArrayList<>();
    while (solvers.hasNext()) {
      AllocationSolver solver = solvers.next();
      SolverOutcome outcome = solver.solve(reduced, each);
      if (event != null) {
        event.called(solver, outcome);
      }
      Optional<SolverOutcome.Solved> claim = outcome.claim();
      if (claim.isPresent() && !claim.get().fits(reduced)) {
        attempts.add("%s: a point of another size".formatted(solver));
      } else if (claim.isPresent()) {
        CertifiedSolution solution = presolve.undone(claim.get());
        if (solution.holdsWithin(options.tolerance())) {
          return solution.isNear(CertifiedSolution.GOOD)
              ? solution
              : improved(solution, solver, solvers, each, presolve);
        }
        if (outcome instanceof SolverOutcome.Interrupted) {
          return TrivialSolution.orBetter(solution).asStopped();
        }
        attempts.add("%s: %s".formatted(solver, solution));
        if (reduced.jobCount() > Tuning.STANDARD.fewJobs()) {
          // A proof is cheaper than the remaining solvers in vain.
          doubt.accept(Tolerance.CERTIFIED);
        }
      }
      if (outcome instanceof SolverOutcome.Interrupted || limits().isCancelled()) {
        return TrivialSolution.of(program);
      }
      if (outcome instanceof SolverOutcome.Infeasible infeasible) {
        doubt.accept(Tolerance.CERTIFIED);
        attempts.add(infeasible.reason());
      } else if (outcome instanceof SolverOutcome.Declined declined) {
        attempts.add(declined.reason());
      }
    }
    doubt.accept(Tolerance.CERTIFIED);
    doubt.accept(Conflict.SHARPEST);
    if (limits().isCancelled()) { // which may have left the doubt undecided
      return TrivialSolution.of(program);
    }
    throw new SolveFailedException(
        "no certified answer for %s jobs × %s pools; tried %s"
            .formatted(program.jobCount(), program.poolCount(), String.join("; ", attempts)));
  }

  /**
   * Returns the best solution found: the precise variant of the solver of a valid solution with a
   * large gap is tried, and for few jobs also the solvers after it.
   *
   * @param later the solvers after it
   */
  private CertifiedSolution improved(
      CertifiedSolution solution,
      AllocationSolver solver,
      Iterator<AllocationSolver> later,
      SolveLimits limits,
      Presolve presolve) {
    AllocationProgram reduced = presolve.reduced();
    List<AllocationSolver> others = new ArrayList<>();
    others.add(solver.precise());
    others.remove(solver); // it is its own precise variant if it has none
    if (reduced.jobCount() <= Tuning.STANDARD.fewJobs()) {
      later.forEachRemaining(others::add);
    }
    CertifiedSolution best = solution;
    for (AllocationSolver other : others) {
      if (best.isNear(CertifiedSolution.GOOD) || limits.isCancelled()) {
        break;
      }
      CertifiedSolution least = best;
      best =
          other
              .solve(reduced, limits)
              .claim()
              .map(presolve::undone)
              .filter(found -> found.holdsWithin(tolerance()) && found.open() < least.open())
              .orElse(least);
    }
    return best;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CertifiedSolver that && options.equals(that.options);
  }

  @Override
  public int hashCode() {
    return options.hashCode();
  }

  /** Returns the options that differ from {@link #standard}, without the policy's name. */
  @Override
  public String toString() {
    return options.describe(STANDARD);
  }
}
