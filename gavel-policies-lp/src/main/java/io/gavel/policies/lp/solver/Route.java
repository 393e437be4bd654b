package io.gavel.policies.lp.solver;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.jobtype.JobTypeSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.sampling.SampledSolver;
import io.gavel.policies.lp.solver.sampling.SmallSolver;
import io.gavel.policies.lp.solver.simplex.OjAlgoModelSolver;
import io.gavel.policies.lp.solver.simplex.OjAlgoSolver;
import io.gavel.policies.lp.solver.simplex.SmallSimplex;
import java.util.List;
import java.util.function.Predicate;

/**
 * A solver and the programs that it is asked for. Immutable.
 *
 * @param solver what is asked; it may still give up
 * @param suits of which programs, once they are reduced
 */
record Route(AllocationSolver solver, Predicate<AllocationProgram> suits) {

  /** A solver that is asked for all programs. */
  static Route always(AllocationSolver solver) {
    return new Route(solver, program -> true);
  }

  /** The same programs to a solver that goes as far as it can. */
  Route precise() {
    return new Route(solver.precise(), suits);
  }

  /**
   * The solvers of this library. Of those that suit a program each is asked if the ones before it
   * gave no answer that holds.
   *
   * @param small what solves samples of large programs
   */
  static List<Route> standard(SmallSolver small) {
    return List.of(
        // Jobs that meet in pools and level only: a step is linear in their number.
        new Route(new SampledSolver(new StructuredSolver(), small), ColumnsByJob::fits),
        // Pairs of few kinds of jobs: the work does not depend on how many jobs there are.
        new Route(new JobTypeSolver(), JobTypeSolver::suits),
        // Small sums under tight floors: a sliver without interior, along whose edges one walks.
        new Route(new SmallSimplex(), SmallSimplex::suits),
        // Everything else: pairs in general position, side rows, utilities with either.
        always(new DenseSolver()),
        // Where rows hold no interior, or are too many for a dense matrix.
        new Route(new OjAlgoSolver(), Route::isLinear),
        // The same by another presolve, which now and then finds what the rows alone do not give.
        new Route(new OjAlgoModelSolver(), Route::isLinear));
  }

  private static boolean isLinear(AllocationProgram program) {
    return !program.hasUtility();
  }
}
