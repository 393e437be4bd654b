package io.gavel.policies.lp.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.internal.interior.tiled.StructuredSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Programs with coupling rows and free variables against a simplex on plain rows. */
class CouplingRowsProperties {

  @Property
  void solve_anyRows_agreesWithTheOracleAndKeepsThem(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Goal goal) {
    requireOptimum(RowPrograms.random(random, kind, goal));
  }

  private static void requireOptimum(RowPrograms any) {
    Assume.that(any.program.columnCount() > 0);
    CertifiedSolution found = CertifiedSolver.standard().solve(any.program);
    double size = Math.max(1, Math.abs(found.objective()));
    oracle(any.program)
        .ifPresent(
            right ->
                assertEquals(right.objective(), found.objective(), 1e-7 * size + right.open()));
    double known = any.program.objective(any.fractions, any.free);
    assertTrue(found.bound().value() >= known - 1e-9 * size, "the bound is no bound");
    double scale = Math.max(size, any.program.gapScale(found.objective()));
    assertTrue(found.open() <= 1e-7 * scale, found::toString); // nearly always below 1e-8
    for (int i = 0; i < any.program.rows().count(); i++) {
      double off = any.program.rows().violation(i, found.fractions(), found.free());
      // Smaller fractions mend an upper limit to the last bit, but not what is bought beside them.
      boolean exact =
          any.program.rows().isUpperLimit(i) && any.program.freeVariables().count() == 0;
      double most = exact ? 0x1p-50 : 1e-7; // nearly always below 1e-9
      assertTrue(off <= most, any.program.rows().row(i).name() + " off by " + off);
    }
  }

  /** Steps that circle, that only seem to circle, and that end outside limits. */
  @Example
  void solve_logarithmsUnderRows_areCertified() {
    requireOptimum(RowPrograms.random(Draws.ofSeed(13033), Kind.TIES, Goal.LOGARITHMS));
    requireOptimum(RowPrograms.random(Draws.ofSeed(16408), Kind.SHARES, Goal.LOGARITHMS));
    requireOptimum(RowPrograms.random(Draws.ofSeed(26103), Kind.PLAIN, Goal.LOGARITHMS));
    requireOptimum(RowPrograms.random(Draws.ofSeed(27153), Kind.TIES, Goal.LOGARITHMS));
  }

  /** Limits beside what is bought, off by 6e-15 and 2e-15. */
  @Example
  void solve_limitWithFreeColumns_isKeptNearly() {
    requireOptimum(RowPrograms.random(311, Kind.SHARES, Goal.LEVEL));
    requireOptimum(RowPrograms.random(68, Kind.PLAIN, Goal.LOGARITHMS));
  }

  /** Nobody asks for a level, and what a row leaves to a free variable is its rounding. */
  @Example
  void solve_nothingToGain_isExactly0() {
    RowPrograms any =
        RowPrograms.random(Draws.ofSeed(5924367301301589848L), Kind.ELASTIC, Goal.LEVEL);
    CertifiedSolution found = CertifiedSolver.standard().solve(any.program);
    assertEquals(0, found.objective());
    assertEquals(0, found.open());
  }

  /** Each of both methods takes any rows, so their answers are of one program. */
  @Property
  void solve_denseAndStructured_agree(@ForAll Draws random, @ForAll Goal goal) {
    AllocationProgram program = RowPrograms.random(random, Kind.PLAIN, goal).program;
    Assume.that(program.columnCount() > 0);
    Optional<CertifiedSolution> dense = solve(new DenseSolver(), program);
    Optional<CertifiedSolution> tiled = solve(new StructuredSolver(), program);
    Assume.that(dense.isPresent() && tiled.isPresent());
    double expected = dense.orElseThrow().objective();
    assertEquals(expected, tiled.orElseThrow().objective(), 2e-6 * Math.max(1, Math.abs(expected)));
  }

  private static Optional<CertifiedSolution> solve(
      AllocationSolver solver, AllocationProgram program) {
    try {
      return Optional.of(CertifiedSolver.of(List.of(solver), Tolerance.CERTIFIED).solve(program));
    } catch (SolveFailedException withoutInterior) {
      return Optional.empty();
    }
  }

  private static Optional<CertifiedSolution> oracle(AllocationProgram program) {
    return program.hasUtility() ? Optional.empty() : solve(new CommonsMathSolver(), program);
  }

  /** Weak duality holds for any prices that a solver may claim. */
  @Property
  void bound_forgedPrices_isNeverBelowAFeasiblePoint(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Goal goal) {
    requireBound(RowPrograms.random(random, kind, goal), random);
  }

  private static void requireBound(RowPrograms any, Random random) {
    double[] rows = new double[any.program.rows().count()];
    Arrays.setAll(rows, i -> random.nextGaussian() * Math.pow(10, random.nextInt(5) - 2));
    Prices prices =
        Prices.of(
            numbers(random, any.program.poolCount()),
            numbers(random, any.program.jobCount()),
            numbers(random, any.program.jobCount()));
    DualBound bound = DualBound.of(any.program, prices, rows);
    double known = any.program.objective(any.fractions, any.free);
    double size = Math.abs(known) + Math.abs(bound.value());
    assertTrue(
        bound.value() == Double.POSITIVE_INFINITY || bound.value() >= known - 1e-12 * size,
        bound.value() + " < " + known);
    for (int i = 0; i < rows.length && bound.value() < Double.POSITIVE_INFINITY; i++) {
      boolean exact = any.program.rows().relation(i) == Relation.EXACTLY;
      assertTrue(exact || bound.rowPrices()[i] >= 0, "the price of an inequality");
    }
  }

  /** Three free variables share prices: what makes one of them pay lets another one go. */
  @Example
  void bound_freeColumnsThatSharePrices_allPayOrNothingIsProved() {
    long seed = 3066551810820550498L;
    requireBound(RowPrograms.random(seed, Kind.PLAIN, Goal.LEVEL), new Random(seed));
  }

  private static double[] numbers(Random random, int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextInt(4) == 0 ? 0 : 3 * random.nextDouble());
    return numbers;
  }
}
