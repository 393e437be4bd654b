package io.gavel.policies.lp.solver;

import java.util.List;
import java.util.Optional;

/** What working sets and samples need of a solver, in tests. */
final class Samples {

  private Samples() {}

  /** Solves what a working set leaves undecided, or a sample. */
  static CertifiedPoint solveSmall(AllocationProgram program, SolveLimits limits) {
    return CertifiedSolver.of(List.of(new StructuredSolver()), CertifiedPoint.GOOD)
        .with(limits)
        .solve(program);
  }

  /** Solves from the prices of a sample, or not at all. */
  static Optional<CertifiedPoint> solve(AllocationProgram program, SolveLimits limits) {
    return new SampledSolver(new StructuredSolver(), Samples::solveSmall)
        .fromSample(program, limits);
  }
}
