package io.gavel.policies.lp.solver;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.active.PolishedSolver;
import io.gavel.policies.lp.solver.columns.Rounds;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.sampling.SampledSolver;
import io.gavel.policies.lp.solver.sampling.SmallSolver;
import io.gavel.policies.lp.solver.simplex.TwofoldSimplex;
import java.util.List;

/**
 * Solves working sets and samples, and may sample in turn; why it fails does not matter. Immutable.
 */
final class WorkingSetSolver implements SmallSolver {

  private static final AllocationSolver WHOLE = new Rounds(new StructuredSolver());

  /** For arbitrary jobs. */
  static final SmallSolver WIDE = new WorkingSetSolver(1);

  private final CertifiedSolver good;

  /** For working sets that must not limit the gap. */
  private final CertifiedSolver precise;

  private WorkingSetSolver(double spread) {
    AllocationSolver sampled = new SampledSolver(WHOLE, this, spread);
    good = of(List.of(sampled));
    precise = of(List.of(new TwofoldSimplex(), new PolishedSolver(sampled.precise())));
  }

  private WorkingSetSolver(CertifiedSolver good, CertifiedSolver precise) {
    this.good = good;
    this.precise = precise;
  }

  private static CertifiedSolver of(List<AllocationSolver> solvers) {
    return CertifiedSolver.of(solvers, CertifiedSolution.GOOD).forPolicy("working set");
  }

  @Override
  public SmallSolver within(double spread) {
    return new WorkingSetSolver(spread);
  }

  @Override
  public SmallSolver centred() {
    return new WorkingSetSolver(of(List.of(WHOLE)), precise);
  }

  /** Solves a program that has a feasible point. */
  @Override
  public CertifiedSolution solve(
      AllocationProgram program, Tolerance tolerance, SolveLimits limits) {
    boolean isGood = tolerance.equals(CertifiedSolution.GOOD);
    CertifiedSolver solver = (isGood ? good : precise).with(limits);
    return solver.unstopped(solver.searchOnce(program), program);
  }
}
