package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

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

  /** Solves from the prices of a sample; fails if that does not lead to a good solution. */
  static CertifiedSolution assertSampled(AllocationProgram program) {
    AllocationProgram scaled = Scaling.of(program).scaled();
    CertifiedSolution point = solve(scaled, SolveLimits.none()).orElseThrow();
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
    assertTrue(point.missed() <= 1e-12, point::toString);
    return point;
  }

  /** The same; fails if the optimum is not that of all jobs at once, or not the same again. */
  static void assertSampledAsWhole(AllocationProgram program) {
    CertifiedSolution point = assertSampled(program);
    AllocationProgram scaled = Scaling.of(program).scaled();
    SolverOutcome whole = new StructuredSolver().solve(scaled, SolveLimits.none());
    SolverOutcome.Solved solved = assertInstanceOf(SolverOutcome.Solved.class, whole);
    CertifiedSolution other = CertifiedSolution.of(scaled, solved);
    assertEquals(other.objective(), point.objective(), 2e-8 * scaled.gapScale(point.objective()));
    CertifiedSolution again = solve(scaled, SolveLimits.none()).orElseThrow();
    assertArrayEquals(point.fractions(), again.fractions());
    assertArrayEquals(point.free(), again.free());
  }

  /** The columns of some jobs, ascending. */
  static int[] columns(AllocationProgram program, IntPredicate jobs) {
    return IntStream.range(0, program.columnCount())
        .filter(c -> jobs.test(program.first(c)))
        .toArray();
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
