package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.active.PolishedSolver;
import io.gavel.policies.lp.solver.interior.tiled.PricedTypes;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.sampling.SampledSolver;
import io.gavel.policies.lp.solver.simplex.TwofoldSimplex;
import java.util.List;

/** Solves working sets and samples, and may sample in turn; why it fails does not matter. */
final class WorkingSetSolver {

  private static final AllocationSolver SAMPLED =
      new SampledSolver(
          new PricedTypes(new StructuredSolver(), new StructuredSolver()), WorkingSetSolver::solve);

  private static final CertifiedSolver GOOD = of(List.of(SAMPLED));

  /** For working sets that must not limit the gap. */
  private static final CertifiedSolver PRECISE =
      of(List.of(new TwofoldSimplex(), new PolishedSolver(SAMPLED.precise())));

  private WorkingSetSolver() {}

  private static CertifiedSolver of(List<AllocationSolver> solvers) {
    return CertifiedSolver.of(solvers, CertifiedSolution.GOOD).forPolicy("working set");
  }

  /**
   * Solves a program that has a feasible point.
   *
   * @param tolerance {@link CertifiedSolution#GOOD}, or a tighter one for the most precise solvers
   */
  static CertifiedSolution solve(
      AllocationProgram program, Tolerance tolerance, SolveLimits limits) {
    boolean good = tolerance.equals(CertifiedSolution.GOOD);
    CertifiedSolver solver = (good ? GOOD : PRECISE).with(limits);
    return solver.unstopped(solver.searchOnce(program), program);
  }
}
