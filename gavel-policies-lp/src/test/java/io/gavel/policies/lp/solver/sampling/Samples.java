package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.List;
import java.util.Optional;

/** Solvers for working sets and samples, in tests. */
public final class Samples {

  private Samples() {}

  /** Solves what a working set leaves undecided, or a sample. */
  public static CertifiedSolution solveSmall(
      AllocationProgram program, Tolerance tolerance, SolveLimits limits) {
    return CertifiedSolver.of(List.of(new StructuredSolver().precise()), CertifiedSolution.GOOD)
        .with(limits)
        .solve(program);
  }

  /** The uses of workers in a program that has few. */
  static Uses uses(AllocationProgram program) {
    return Uses.of(program).orElseThrow();
  }

  /** Solves from earlier prices, or not at all. */
  static Optional<CertifiedSolution> warm(
      AllocationProgram program, double[] price, SolveLimits limits) {
    return WarmStart.solve(program, price, 0, Samples::solveSmall, CertifiedSolution.GOOD, limits);
  }

  /** Solves from the prices of a sample, or not at all. */
  static Optional<CertifiedSolution> solve(AllocationProgram program, SolveLimits limits) {
    return new SampledSolver(new StructuredSolver(), Samples::solveSmall)
        .fromSample(program, limits);
  }

  /** The working set of utilities at prices, which are moved without a small program. */
  static UtilityWorkingSet setOfPrices(AllocationProgram program, double... price) {
    return new UtilityWorkingSet(
        program,
        uses(program),
        price,
        (small, tolerance, limits) -> {
          throw new AssertionError("no program is needed");
        },
        CertifiedSolution.GOOD,
        SolveLimits.none());
  }
}
