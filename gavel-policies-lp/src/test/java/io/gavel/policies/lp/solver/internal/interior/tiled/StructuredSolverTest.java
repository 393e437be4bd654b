package io.gavel.policies.lp.solver.internal.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.interior.PredictorCorrector;
import io.gavel.policies.lp.solver.internal.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the structured method ends, after how many steps, and with what. */
class StructuredSolverTest {

  private static AllocationProgram program(Aim aim) {
    Random random = new Random(17);
    return TiledCases.program(TiledCases.problem(60, 4, 2, random), aim, random);
  }

  private static SolverOutcome solve(AllocationProgram program, SolveLimits limits) {
    return new StructuredSolver().solve(program, limits);
  }

  private static SolverOutcome.Solved solved(StructuredSolver solver, AllocationProgram program) {
    return assertInstanceOf(SolverOutcome.Solved.class, solver.solve(program, SolveLimits.none()));
  }

  @ParameterizedTest
  @EnumSource
  void solve_anyAim_isCertifiedAfterFewSteps(Aim aim) {
    AllocationProgram program = program(aim);
    SolverOutcome.Solved usual = solved(new StructuredSolver(), program);
    CertifiedSolution point = CertifiedSolution.of(program, usual);
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
    assertTrue(usual.steps() >= 7 && usual.steps() <= 25, usual.steps() + " steps");
    SolverOutcome.Solved precise = solved(new StructuredSolver().precise(), program);
    assertTrue(precise.steps() >= usual.steps() && precise.steps() <= usual.steps() + 8);
    double gap = CertifiedSolution.of(program, precise).relativeGap();
    assertTrue(gap <= Math.max(1e-12, point.relativeGap()), point::toString);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FLOORS") // which the rows forbid
  void solve_rowsAndFreeColumns_isCertified(Aim aim) {
    AllocationProgram program = TiledCases.coupled(program(aim), new Random(18));
    CertifiedSolution point =
        CertifiedSolution.of(program, solved(new StructuredSolver(), program));
    assertTrue(point.holdsWithin(CertifiedSolution.GOOD), point::toString);
  }

  /** The first step leads to a point far from its bound, the last one to the optimum. */
  @Test
  void solve_limitOfSteps_isInterruptedAfterThem() {
    AllocationProgram program = program(Aim.LEVEL);
    int enough = solved(new StructuredSolver(), program).steps();
    double gap = 0;
    for (int steps = 1; steps <= enough; steps++) {
      SolverOutcome outcome = solve(program, SolveLimits.none().withMaxSteps(steps));
      SolverOutcome.Solved claim =
          assertInstanceOf(SolverOutcome.Interrupted.class, outcome).best().orElseThrow();
      assertEquals(steps, claim.steps());
      gap = CertifiedSolution.of(program, claim).relativeGap();
      assertEquals(reached(program, steps - 1), claim.prices()); // before the last step
      assertTrue(steps > 1 || gap > 0.01);
    }
    assertTrue(gap < 1e-4); // of the point before the last step
    assertInstanceOf(
        SolverOutcome.Solved.class, solve(program, SolveLimits.none().withMaxSteps(enough + 1)));
  }

  private static Prices reached(AllocationProgram program, int steps) {
    TiledProgram tiled = TiledProgram.of(program, SolveLimits.none(), Tuning.STANDARD);
    PredictorCorrector method =
        new PredictorCorrector(
            tiled, new TileEquations(tiled, 1e-12), StructuredSolver.LEAST_AIM, 0);
    for (int step = 0; step < steps; step++) {
      assertTrue(method.step());
    }
    return tiled.claim(method.at(), method.at().x).solved(0).prices();
  }

  /** At any time, the answer is what was reached, or nothing before the starting point. */
  @Test
  void solve_cancelled_isInterruptedWithThePointReached() {
    AllocationProgram program = program(Aim.SUM);
    int before = -1;
    for (int asked = 0; asked < 30; asked++) {
      AtomicInteger left = new AtomicInteger(asked);
      SolveLimits limits = SolveLimits.none().withCancellation(() -> left.getAndDecrement() <= 0);
      Optional<SolverOutcome.Solved> best =
          assertInstanceOf(SolverOutcome.Interrupted.class, solve(program, limits)).best();
      int steps = best.map(SolverOutcome.Solved::steps).orElse(-1);
      assertTrue(steps >= before, asked + " times: " + steps + " steps");
      assertTrue(best.isEmpty() || best.get().prices().ofPool(0) > 0);
      before = steps;
    }
    assertTrue(before >= 3);
  }

  @Test
  void solve_pairsOrJobsThatCannotRun_isDeclined() {
    AllocationProgram pairs = AllocationProgram.maximizeSum(Cases.pair(), Cases.row(1, 1));
    AllocationProgram idle =
        AllocationProgram.maximizeMinimum(
            Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(0)), Cases.row(1, 1));
    for (AllocationProgram program : new AllocationProgram[] {pairs, idle}) {
      SolverOutcome.Declined declined =
          assertInstanceOf(SolverOutcome.Declined.class, solve(program, SolveLimits.none()));
      assertEquals(
          "structured: the program has pairs, or demands of jobs that cannot run",
          declined.reason());
    }
    assertEquals("structured interior point", new StructuredSolver().toString());
  }

  /** Two jobs, the first of which is fast on the first type: each gets its own. */
  @Test
  void solve_jobsWithTypesOfTheirOwn_givesEachItsType() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(1, 1), Cases.row(4, 1), Cases.row(1, 2)), Cases.row(1, 1));
    SolverOutcome.Solved solved = solved(new StructuredSolver(), program);
    double[] x = solved.fractions();
    assertEquals(1, x[0], 1e-9);
    assertEquals(0, x[1]);
    assertEquals(0, x[2]);
    assertEquals(1, x[3], 1e-9);
    assertEquals(6, program.objective(x), 1e-9);
  }
}
