package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.TwofoldSimplex;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The dense interior-point method against its own certificate and against other solvers. */
class DenseSolverProperties {

  /** Ten times tighter than a solution must be certified. */
  private static final Tolerance TIGHT = new Tolerance(0, 1e-7);

  private static CertifiedSolver dense() {
    return CertifiedSolver.of(List.of(new DenseSolver()), Tolerance.CERTIFIED);
  }

  private static double[] equalShares(AllocationProblem problem) {
    double[] equal = new double[problem.jobCount()];
    Arrays.setAll(equal, m -> EqualShare.throughput(problem, m));
    return equal;
  }

  private static AllocationProgram level(AllocationProblem problem) {
    double[] requirement = equalShares(problem);
    Arrays.setAll(requirement, m -> requirement[m] * problem.job(m).weight());
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  private static AllocationProgram sum(AllocationProblem problem) {
    double[] weight = equalShares(problem);
    Arrays.setAll(weight, m -> weight[m] > 0 ? 1 / weight[m] : 0);
    return AllocationProgram.maximizeSum(problem, weight);
  }

  @Property
  void solve_anyLevelOrSum_isCertified(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem, @ForAll boolean level) {
    AllocationProgram program = level ? level(problem) : sum(problem);
    CertifiedSolution point = dense().within(TIGHT).solve(program);
    assertTrue(TIGHT.atMost(point.bound().value(), point.objective()));
  }

  @Property
  void solve_anyLevelOrSum_agreesWithOjAlgo(
      @ForAll Draws random, @ForAll Kind kind, @ForAll boolean level) {
    Assume.that(kind != Kind.WIDE_RATES); // ojAlgo fails on some of these
    AllocationProblem problem = Problems.random(random, kind);
    AllocationProgram program = level ? level(problem) : sum(problem);
    double expected =
        CertifiedSolver.of(List.of(new OjAlgoSolver(), new TwofoldSimplex()), Tolerance.CERTIFIED)
            .solve(program)
            .objective();
    assertEquals(expected, dense().solve(program).objective(), 2e-6 * expected);
  }

  /** Floors at half of the best level leave the method room. */
  @Property
  void solve_sumWithFloors_keepsTheFloorsAndIsCertified(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    AllocationProgram level = level(problem);
    double half = 0.5 * dense().solve(level).objective();
    double[] floor = new double[problem.jobCount()];
    Arrays.setAll(floor, m -> half * level.requirement(m));
    CertifiedSolution point = dense().solve(sum(problem).withFloor(floor));
    double[] throughput = level.throughput(point.fractions());
    for (int m = 0; m < floor.length; m++) {
      assertTrue(throughput[m] >= floor[m] * (1 - 1e-6));
    }
  }

  /** Utilities of jobs that can run, with pairs, are proved by their own bound. */
  @Property
  void solve_utilityWithPairs_isCertified(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem,
      @ForAll boolean logarithm) {
    double[] weight = equalShares(problem);
    Arrays.setAll(weight, m -> weight[m] > 0 ? problem.job(m).weight() : 0);
    Assume.that(Arrays.stream(weight).anyMatch(w -> w > 0));
    AllocationProgram program =
        AllocationProgram.maximizeUtility(problem, weight, logarithm ? 0 : -1);
    CertifiedSolution point = dense().solve(program);
    assertTrue(Double.isFinite(point.objective()));
  }

  @Property
  void solve_utilityWithoutPairs_agreesWithTheStructuredMethod(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem,
      @ForAll boolean logarithm) {
    double[] weight = equalShares(problem);
    Arrays.setAll(weight, m -> weight[m] > 0 ? problem.job(m).weight() : 0);
    AllocationProgram program =
        AllocationProgram.maximizeUtility(problem, weight, logarithm ? 0 : 0.5);
    double scale = Arrays.stream(weight).sum();
    double expected = CertifiedSolver.standard().solve(program).objective();
    double found = dense().solve(program).objective();
    assertEquals(expected, found, 2e-6 * Math.max(scale, Math.abs(expected)));
  }

  /**
   * Duplicate rows do not change the optimum, but their prices have no interior. Policies set aside
   * jobs that cannot run; with one of these the level is 0, and no bound is within a fraction of
   * it.
   */
  @Property
  void solve_rowsThatHoldAnyway_changeNothing(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem,
      @ForAll Draws random) {
    AllocationProgram program = level(problem);
    double expected = dense().solve(program).objective();
    Assume.that(expected > 0);
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < 5; i++) {
      rows.add(
          "row",
          Relation.AT_LEAST,
          0,
          new int[] {random.nextInt(program.columnCount())},
          new double[] {1 + random.nextDouble()});
    }
    double found = dense().solve(program.withRows(rows.build())).objective();
    assertEquals(expected, found, 2e-6 * expected);
  }
}
