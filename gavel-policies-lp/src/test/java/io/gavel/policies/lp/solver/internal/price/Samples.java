package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** The pricing loop alone, beside a solve of the whole program, in tests. */
final class Samples {

  static final SolveLimits NONE = SolveLimits.none();

  static final PricedSolver SOLVER = new PricedSolver(new StructuredSolver());

  private Samples() {}

  /** Solves all jobs at once. */
  static CertifiedSolution whole(AllocationProgram program) {
    SolverOutcome outcome = new StructuredSolver().precise().solve(program, NONE);
    return CertifiedSolution.of(program, assertInstanceOf(SolverOutcome.Solved.class, outcome));
  }

  /** Solves from prices, or not at all. */
  static Optional<CertifiedSolution> near(AllocationProgram program, double[] price, double error) {
    return SOLVER.from(program, new Hint.Known(price, error), NONE);
  }

  /** Solves from the prices of a sample, or not at all. */
  static Optional<CertifiedSolution> solve(AllocationProgram program, SolveLimits limits) {
    return SOLVER.from(program, new Hint.Sample(1), limits);
  }

  /** Solves from the prices of a sample; fails if that does not lead to a good solution. */
  static CertifiedSolution assertSampled(AllocationProgram program) {
    AllocationProgram scaled = new Scaling(program).reduced();
    CertifiedSolution point = solve(scaled, NONE).orElseThrow();
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
    assertTrue(point.missed() <= 1e-12, point::toString);
    return point;
  }

  /** The same; fails if the optimum is not that of all jobs at once, or not the same again. */
  static CertifiedSolution assertSampledAsWhole(AllocationProgram program) {
    CertifiedSolution point = assertSampled(program);
    AllocationProgram scaled = new Scaling(program).reduced();
    assertSameOptimum(scaled, whole(scaled), point);
    CertifiedSolution again = solve(scaled, NONE).orElseThrow();
    assertArrayEquals(point.fractions(), again.fractions());
    assertArrayEquals(point.free(), again.free());
    return point;
  }

  /**
   * Each point is below the bound of the other, and both are as good. A point that misses floors by
   * a fraction may exceed the bound by this fraction of what they cost.
   */
  static void assertSameOptimum(
      AllocationProgram program, CertifiedSolution whole, CertifiedSolution point) {
    double scale = Math.max(program.gapScale(whole.objective()), 1e-300);
    double open = Math.abs(whole.bound().value() - whole.objective()); // it may be less precise
    assertEquals(whole.objective(), point.objective(), 3e-8 * scale + open);
    double above = (1e-11 + point.missed()) * scale;
    double wholeAbove = (1e-11 + whole.missed()) * scale;
    assertTrue(point.objective() <= whole.bound().value() + above, "below its bound");
    assertTrue(whole.objective() <= point.bound().value() + wholeAbove, "below our bound");
  }

  /** The columns of some jobs, ascending. */
  static int[] columns(AllocationProgram program, IntPredicate jobs) {
    return IntStream.range(0, program.columnCount())
        .filter(c -> jobs.test(program.first(c)))
        .toArray();
  }
}
