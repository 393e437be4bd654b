package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.presolve.Scaling;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.FeasibilityRepair;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Problems on which ojAlgo's simplex method errs or gives up. The solver layer detects this, and
 * another method solves them. If a later ojAlgo solves them all, its workarounds are no longer
 * needed.
 */
class OjAlgoFailuresTest {

  private static final CertifiedSolver STANDARD = CertifiedSolver.standard();

  /** The outcome of a solver's claim. */
  private enum Claim {
    RIGHT,
    SUBOPTIMAL,
    OVERBOOKED,
    FLOOR_MISSED,
    INFEASIBLE,
    STOPPED
  }

  private static Claim claim(AllocationSolver solver, AllocationProgram program) {
    SolverOutcome outcome = solver.solve(program, SolveLimits.forSizeOf(program));
    if (!(outcome instanceof SolverOutcome.Solved solved)) {
      return outcome instanceof SolverOutcome.Infeasible ? Claim.INFEASIBLE : Claim.STOPPED;
    }
    CertifiedSolution point = CertifiedSolution.of(program, solved.fractions(), solved.prices());
    if (point.holdsWithin(Tolerance.CERTIFIED)) {
      return Claim.RIGHT;
    }
    if (FeasibilityRepair.of(program, solved.fractions()).violation()
        > Tolerance.CERTIFIED.relative()) {
      return Claim.OVERBOOKED;
    }
    return point.missed() > Tolerance.CERTIFIED.relative() ? Claim.FLOOR_MISSED : Claim.SUBOPTIMAL;
  }

  /** Max-min fairness. */
  private static AllocationProgram level(AllocationProblem problem) {
    double[] requirement = new double[problem.jobCount()];
    Arrays.setAll(
        requirement,
        m ->
            EqualShare.throughput(problem, m)
                * (problem.job(m).weight() / problem.job(m).workers()));
    return AllocationProgram.maximizeMinimum(problem, requirement);
  }

  /** The total above the level of max-min fairness: the floors leave next to no interior. */
  private static AllocationProgram above(AllocationProblem problem) {
    AllocationProgram level = level(problem);
    CertifiedSolution point = STANDARD.solve(level);
    double[] weight = new double[problem.jobCount()];
    double[] floor = level.throughput(point.fractions());
    for (int m = 0; m < floor.length; m++) {
      double equal = EqualShare.throughput(problem, m);
      weight[m] = equal > 0 ? 1 / equal : 0;
      floor[m] = Math.min(floor[m], level.requirement(m) * point.objective()) * (1 - 1e-9);
    }
    return AllocationProgram.maximizeSum(problem, weight).withFloor(floor);
  }

  private static AllocationProgram scaled(AllocationProgram program) {
    return new Scaling(program).reduced();
  }

  private static void assertStandardAnswers(AllocationProgram program) {
    assertTrue(STANDARD.solve(program).holdsWithin(Tolerance.CERTIFIED));
  }

  /** "Optimal" far from the optimum, in rates of one size: half of a level, or nothing at all. */
  @ParameterizedTest
  @CsvSource({"96", "1118"})
  void dualSimplex_ordinaryRates_claimsAnOptimumThatIsNone(long seed) {
    AllocationProgram program = scaled(level(Problems.random(seed, Kind.PLAIN)));
    assertEquals(Claim.SUBOPTIMAL, claim(new OjAlgoSolver(), program));
    CertifiedSolver alone = CertifiedSolver.of(List.of(new OjAlgoSolver()), Tolerance.CERTIFIED);
    assertThrows(SolveFailedException.class, () -> alone.solve(program));
    assertStandardAnswers(program);
  }

  /** Without scaling: tolerances are absolute, and rates span twelve orders of magnitude. */
  @ParameterizedTest
  @CsvSource({
    "14, SUBOPTIMAL",
    "22, SUBOPTIMAL",
    "82, STOPPED",
    "211, STOPPED",
  })
  void unscaledRates_claimIsRefusedAndAnotherAnswers(long seed, Claim claim) {
    AllocationProgram program = level(Problems.random(seed, Kind.WIDE_RATES));
    assertEquals(claim, claim(new OjAlgoSolver(), program));
    assertStandardAnswers(program);
  }

  /**
   * Tight floors: of problems that each have an answer some are called infeasible, in others a pool
   * is booked beyond its workers or a floor is missed. Which ones depends on the last bits of the
   * floors, so that one of each lot is enough.
   */
  @ParameterizedTest
  @CsvSource({
    "INFEASIBLE, 92 221 225 247 575 1192 1376",
    "OVERBOOKED, 237 259 292 736 741 1029 1354 1471",
  })
  void tightFloors_claimIsRefusedAndAnotherAnswers(Claim claim, String seeds) {
    List<AllocationProgram> programs =
        LongStream.of(Arrays.stream(seeds.split(" ")).mapToLong(Long::parseLong).toArray())
            .mapToObj(seed -> scaled(above(Problems.random(seed, Kind.WIDE_RATES))))
            .toList();
    List<AllocationProgram> wrong =
        programs.stream().filter(program -> claim(new OjAlgoSolver(), program) == claim).toList();
    assertTrue(!wrong.isEmpty(), "all are solved now");
    CertifiedSolver alone = CertifiedSolver.of(List.of(new OjAlgoSolver()), Tolerance.CERTIFIED);
    wrong.forEach(program -> answers(alone, program)); // or says that it cannot; never: infeasible
    assertTrue(wrong.stream().anyMatch(program -> answers(STANDARD, program)), "beyond all");
  }

  private static boolean answers(CertifiedSolver solver, AllocationProgram program) {
    try {
      return solver.solve(program).holdsWithin(Tolerance.CERTIFIED);
    } catch (SolveFailedException beyondIt) {
      return false;
    }
  }
}
