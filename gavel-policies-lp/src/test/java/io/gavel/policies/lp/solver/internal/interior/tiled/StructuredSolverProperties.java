package io.gavel.policies.lp.solver.internal.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.RowPrograms;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.TwofoldSimplex;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The structured interior-point method, checked against its own certificate and ojAlgo. */
class StructuredSolverProperties {

  /** A hundred times tighter than a solution must be certified. */
  private static final Tolerance TIGHT = new Tolerance(0, 1e-8);

  private final CertifiedSolver structured =
      CertifiedSolver.of(List.of(new StructuredSolver()), Tolerance.CERTIFIED);

  private static AllocationProgram level(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    Arrays.setAll(
        requirement,
        m ->
            problem.job(m).weight()
                * EqualShare.throughput(problem, m)
                / problem.job(m).scaleFactor());
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  private static AllocationProgram sum(AllocationProblem problem) {
    double[] weight = new double[problem.jobCount()];
    Arrays.setAll(
        weight,
        m -> {
          double equal = EqualShare.throughput(problem, m);
          return equal > 0 ? 1 / equal : 0;
        });
    return AllocationProgram.maximizeSum(problem, weight);
  }

  @Property(tries = 10_000)
  void solve_anyLevelOrSum_isCertifiedTightly(
      @ForAll Draws random, @ForAll Kind kind, @ForAll boolean level) {
    AllocationProblem problem = Problems.random(random, kind).withoutPairs();
    AllocationProgram program = level ? level(problem) : sum(problem);
    CertifiedSolution point = CertifiedSolver.standard().solve(program);
    assertTrue(point.isNear(TIGHT), point::toString);
  }

  /** Jobs in tiles of their class, or scattered. */
  @Property
  void solve_anyTuning_isTheOptimumOrNone(
      @ForAll Draws random,
      @ForAll boolean level,
      @ForAll @IntRange(min = 1, max = 20) int many,
      @ForAll @IntRange(min = 1, max = 4) int few) {
    AllocationProgram program =
        RowPrograms.random(random, Kind.PLAIN, level ? Goal.LEVEL : Goal.GAIN).program;
    Tuning tuning = new Tuning(1_500, 4, 1.5, 4, many, 6, few, 10, 8e5);
    Optional<CertifiedSolution> found =
        new StructuredSolver(tuning)
            .solve(program, SolveLimits.none())
            .claim()
            .map(claim -> CertifiedSolution.of(program, claim))
            .filter(solution -> solution.holdsWithin(CertifiedSolution.GOOD));
    Assume.that(found.isPresent());
    double optimum = CertifiedSolver.standard().solve(program).objective();
    assertEquals(optimum, found.get().objective(), 1e-6 * Math.max(1, Math.abs(optimum)));
  }

  @Property
  void solve_anyLevelOrSum_agreesWithOjAlgo(
      @ForAll Draws random, @ForAll Kind kind, @ForAll boolean level) {
    Assume.that(kind != Kind.WIDE_RATES); // ojAlgo fails on some of these
    AllocationProblem problem = Problems.random(random, kind).withoutPairs();
    AllocationProgram program = level ? level(problem) : sum(problem);
    double expected =
        CertifiedSolver.of(List.of(new OjAlgoSolver(), new TwofoldSimplex()), Tolerance.CERTIFIED)
            .solve(program)
            .objective();
    assertEquals(expected, structured.solve(program).objective(), 1e-6 * expected);
  }

  /** Floors at half of the best level leave the method room: it needs no other solver. */
  @Property
  void solve_sumWithFloors_keepsTheFloorsAndIsCertified(
      @ForAll(supplier = AnyProblem.class) AllocationProblem any) {
    AllocationProblem problem = any.withoutPairs();
    AllocationProgram level = level(problem);
    double half = 0.5 * structured.solve(level).objective();
    double[] floor = new double[problem.jobCount()];
    Arrays.setAll(floor, m -> half * level.requirement(m));
    CertifiedSolution point =
        CertifiedSolver.of(List.of(new StructuredSolver()), Tolerance.CERTIFIED)
            .solve(sum(problem).withFloor(floor));
    double[] throughput = level.throughput(point.fractions());
    for (int m = 0; m < floor.length; m++) {
      assertTrue(throughput[m] >= floor[m] * (1 - 1e-6));
    }
  }

  @Property
  void solve_programWithPairs_isLeftToOthers(
      @ForAll(supplier = AnyProblem.OfPairs.class) AllocationProblem problem) {
    AllocationProgram program = sum(problem);
    boolean pairs = program.columnCount() > 0 && program.second(program.columnCount() - 1) >= 0;
    SolverOutcome outcome = new StructuredSolver().solve(program, SolveLimits.forSizeOf(program));
    assertEquals(pairs, outcome instanceof SolverOutcome.Declined);
  }
}
