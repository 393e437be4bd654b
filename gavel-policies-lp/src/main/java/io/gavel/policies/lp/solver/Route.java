package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.active.PolishedSolver;
import io.gavel.policies.lp.solver.classes.ClassSolver;
import io.gavel.policies.lp.solver.columns.PairRounds;
import io.gavel.policies.lp.solver.columns.Rounds;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.price.PricedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.simplex.OjAlgoSolver;
import io.gavel.policies.lp.solver.simplex.TwofoldSimplex;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A solver and the programs for which it is called. Immutable.
 *
 * @param solver the solver; it may still decline
 * @param suits whether the solver is called for a program, given after presolve
 */
record Route(AllocationSolver solver, Predicate<AllocationProgram> suits) {

  /**
   * The most rows of a program with tiles for a dense matrix, with which a solve takes a minute.
   */
  private static final int MOST_ROWS = 2_500;

  /** The most columns of a program with more rows for a dense matrix or a tableau. */
  private static final int MOST_COLUMNS = 5_000;

  /** The pricing loop, over the interior point that solves masters. */
  static final PricedSolver PRICED = new PricedSolver(new Rounds(new StructuredSolver()));

  /** Returns a solver that is called for all programs. */
  static Route always(AllocationSolver solver) {
    return new Route(solver, program -> true);
  }

  /** Returns a copy for the most precise variant of the solver. */
  Route precise() {
    return new Route(solver.precise(), suits);
  }

  /**
   * Returns the most precise variants of solvers, refined; of the standard ones, after one that is
   * precise for small programs.
   */
  static List<Route> extended(List<Route> routes, List<Route> standard) {
    Route small = new Route(new TwofoldSimplex(), TwofoldSimplex::suits);
    Stream<Route> first = routes.equals(standard) ? Stream.of(small) : Stream.of();
    Stream<Route> refined =
        routes.stream()
            .map(route -> new Route(new PolishedSolver(route.solver.precise()), route.suits));
    return Stream.concat(first, refined).toList();
  }

  /**
   * Returns the solvers of this library. Those that suit a program are called in this order until
   * one returns a certifiable solution.
   */
  static List<Route> standard() {
    return List.of(
        // Jobs coupled by pools, level, coupling rows and free variables: the cost of a step is
        // linear in their number.
        new Route(PRICED, Route::hasFewRows),
        // Pairs of few kinds of jobs: the work does not depend on the number of jobs.
        new Route(new ClassSolver(), ClassSolver::suits),
        // Small sums under tight floors: the feasible set has next to no interior.
        new Route(new TwofoldSimplex(), Route::isSmallSum),
        // Everything else: pairs in general position, with or without coupling rows, and more rows
        // than jobs, which often leave no interior. With more rows than columns, such as those of
        // envy, the work is that of the columns. Of many pairs alone, only those that prices ask
        // for take part.
        new Route(new PairRounds(new DenseSolver()), Route::isFactored),
        // The same with too many rows for a dense matrix, but without pairs.
        new Route(new StructuredSolver(), Route::hasManyRows),
        // Programs whose rows have no interior, or too many rows for a dense matrix.
        new Route(new TwofoldSimplex(), Route::isTabled),
        new Route(new OjAlgoSolver(), Route::isTabled));
  }

  /** Without a column of a job there is no tile, though there may be free variables. */
  private static boolean hasTiles(AllocationProgram program) {
    return program.columnCount() > 0 && ColumnsByJob.fitsCoupled(program);
  }

  private static boolean hasFewRows(AllocationProgram program) {
    return program.rows().count() <= program.jobCount() && hasTiles(program);
  }

  private static boolean hasManyRows(AllocationProgram program) {
    return program.rows().count() > program.jobCount() && !isLarge(program) && hasTiles(program);
  }

  /**
   * Returns whether a dense matrix of the rows is of use: for programs with tiles it is the last
   * resort, which takes longer than anybody waits if there are many.
   */
  private static boolean isFactored(AllocationProgram program) {
    int rows = program.jobCount() + program.poolCount() + program.rows().count();
    for (int m = 0; m < program.jobCount() && rows <= MOST_ROWS; m++) {
      rows += program.isIndifferentTo(m) ? 0 : 1;
    }
    return rows <= MOST_ROWS || DenseSolver.isByColumns(program) || !hasTiles(program);
  }

  /** Returns whether only a sparse matrix of the columns can be factored. */
  private static boolean isLarge(AllocationProgram program) {
    return DenseSolver.isByColumns(program) && program.columnCount() > MOST_COLUMNS;
  }

  private static boolean isSmallSum(AllocationProgram program) {
    return !program.hasLevel() && TwofoldSimplex.suits(program) && ColumnsByJob.fits(program);
  }

  private static boolean isTabled(AllocationProgram program) {
    return !program.hasUtility()
        && isFactored(program)
        && !isLarge(program)
        && !PairRounds.isBeyond(program);
  }
}
