package io.gavel.policies.lp.solver.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Steps, columns and proofs of single attempts; a dozen jobs on two types in 66 pairs. */
class PricedRoundsTest {

  private static final int JOBS = 12;

  private static final SolveLimits NONE = SolveLimits.none();

  /** The gap of optima, for which usual attempts need no second look at further columns. */
  private static final double CLOSE = 3e-9;

  private static AllocationProblem problem(int seed) {
    Random random = new Random(seed);
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(3, 4));
    double[][] alone = new double[JOBS][];
    for (int m = 0; m < JOBS; m++) {
      alone[m] = random.doubles(2, 1, 3).toArray();
      problem.job(Job.of("" + m), alone[m]);
    }
    for (int a = 0; a < JOBS; a++) {
      for (int b = a + 1; b < JOBS; b++) {
        double part = 0.3 + 0.7 * random.nextDouble();
        double other = 1.2 - part;
        problem.pair(
            "" + a,
            "" + b,
            Arrays.stream(alone[a]).map(r -> r * part).toArray(),
            Arrays.stream(alone[b]).map(r -> r * other).toArray());
      }
    }
    return problem.build();
  }

  private static double[] all(double value) {
    double[] all = new double[JOBS];
    Arrays.fill(all, value);
    return all;
  }

  private static AllocationProgram level(int seed) {
    return AllocationProgram.maximizeMinimum(problem(seed), all(1));
  }

  private static AllocationProgram sum(int seed) {
    return AllocationProgram.maximizeSum(problem(seed), all(1));
  }

  /** The sum with floors at a part of the highest level. */
  private static AllocationProgram floors(int seed, double part) {
    AllocationProgram level = level(seed);
    SolverOutcome highest = new DenseSolver().solve(level, NONE);
    double reached = certified(level, highest).objective();
    return sum(seed).withFloor(all(part * reached));
  }

  private static CertifiedSolution certified(AllocationProgram program, SolverOutcome outcome) {
    return CertifiedSolution.of(program, assertInstanceOf(SolverOutcome.Solved.class, outcome));
  }

  private static PricedRounds rounds(AllocationProgram program, double worth, int steps) {
    return new PricedRounds(program, new KeptColumns(program), worth, NONE, steps);
  }

  /** The optimum, and at most so many steps and columns, of which the jobs alone have 24. */
  private static CertifiedSolution assertOptimum(
      AllocationProgram program, double worth, int steps, int columns) {
    KeptColumns kept = new KeptColumns(program);
    PricedRounds rounds = new PricedRounds(program, kept, worth, NONE, 0);
    CertifiedSolution found = certified(program, rounds.solve().orElseThrow());
    assertTrue(found.holdsWithin(CertifiedSolution.GOOD), found::toString);
    assertTrue(rounds.steps() <= steps, "steps " + rounds.steps());
    int count = kept.program().columnCount();
    assertTrue(count > 24 && count <= columns, "columns " + count);
    return found;
  }

  private static void assertShort(AllocationProgram program, double worth, int steps, int columns) {
    CertifiedSolution found = assertOptimum(program, worth, steps, columns);
    assertTrue(found.relativeGap() <= CLOSE, found::toString);
  }

  @Test
  void solve_anyObjective_takesFewStepsOnFewColumns() {
    assertShort(level(0), 1, 10, 45);
    assertShort(level(1), 1, 17, 58);
    assertShort(level(3), 1, 15, 53);
    assertShort(sum(0), 1, 12, 44);
    assertShort(sum(2), 1, 15, 52);
    assertShort(AllocationProgram.maximizeUtility(problem(0), all(1), 0), 1, 12, 58);
    assertShort(AllocationProgram.maximizeUtility(problem(2), all(1), 0), 1, 15, 58);
  }

  /** What floors are worth together does not matter, if it is enough. */
  @Test
  void solve_floors_takesFewStepsOnFewColumns() {
    assertShort(floors(0, 0.9), 30, 20, 63);
    assertShort(floors(0, 0.9), 1e4, 18, 60);
    assertShort(floors(1, 0.9), 30, 18, 61);
    assertShort(floors(2, 0.9), 30, 16, 53);
    assertShort(floors(2, 0.9), 1e4, 19, 57);
    assertShort(floors(3, 0.9), 1e4, 24, 56);
    assertShort(floors(0, 1 - 1e-9), 30, 32, 58);
    assertShort(floors(0, 1 - 1e-9), 1e4, 36, 61);
    assertShort(floors(3, 1 - 1e-9), 30, 23, 53);
  }

  /**
   * Prices of such floors have much room: near the optimum of the kept columns others may be worth
   * more than they pay. Then a claim that is close on all columns ends the attempt; else it goes
   * on.
   */
  @Test
  void solve_floorsWithNextToNoInterior_endsWhereAllColumnsProveIt() {
    assertOptimum(floors(4, 1 - 3e-13), 30, 18, 53);
    assertOptimum(floors(9, 1 - 3e-13), 30, 19, 58);
    assertOptimum(floors(11, 1 - 3e-13), 1e6, 20, 55);
    assertOptimum(floors(0, 1 - 1e-6), 1e6, 37, 61);
    assertOptimum(floors(0, 1 - 1e-9), 1e6, 37, 59);
    assertOptimum(floors(5, 0.9), 30, 20, 57);
    assertOptimum(floors(9, 1 - 1e-9), 30, 22, 61);
  }

  /** If floors are worth less than they cost, it pays to meet a part of them only. */
  @Test
  void solve_cheapFloors_areMetInPart() {
    AllocationProgram program = floors(1, 0.9);
    double last = 0;
    for (double worth : new double[] {0.01, 1}) {
      SolverOutcome outcome = rounds(program, worth, 0).solve().orElseThrow();
      String reason = assertInstanceOf(SolverOutcome.Infeasible.class, outcome).reason();
      double met =
          Double.parseDouble(reason.replaceAll(".*only ([0-9.]+) of the floors is met", "$1"));
      assertTrue(met > last && met < 1, reason);
      last = met;
    }
  }

  /** Steps go on from those of earlier attempts, and the claim is the certified one. */
  @Test
  void solve_afterOtherAttempts_countsTheirSteps() {
    for (AllocationProgram program : List.of(level(0), sum(1))) {
      PricedRounds first = rounds(program, 1, 0);
      assertTrue(first.certified().isEmpty());
      SolverOutcome.Solved one =
          assertInstanceOf(SolverOutcome.Solved.class, first.solve().orElseThrow());
      assertEquals(one.steps(), first.steps());
      PricedRounds later = rounds(program, 1, 7);
      assertEquals(7, later.steps());
      SolverOutcome.Solved claim =
          assertInstanceOf(SolverOutcome.Solved.class, later.solve().orElseThrow());
      assertEquals(one.steps() + 7, claim.steps());
      assertEquals(claim.steps(), later.steps());
      assertSame(claim, later.certified().orElseThrow());
    }
  }

  /** At every number of steps below those it takes. */
  @Test
  void solve_limitedSteps_isInterruptedAtEach() {
    for (AllocationProgram program : List.of(level(0), level(1), sum(2), floors(0, 0.9))) {
      double worth = program.hasFloor() ? 1e4 : 1;
      PricedRounds free = rounds(program, worth, 0);
      assertInstanceOf(SolverOutcome.Solved.class, free.solve().orElseThrow());
      double last = Double.POSITIVE_INFINITY;
      for (int steps = 1; steps < free.steps(); steps++) {
        SolveLimits limits = new SolveLimits(steps);
        PricedRounds rounds = new PricedRounds(program, new KeptColumns(program), worth, limits, 0);
        SolverOutcome outcome = rounds.solve().orElseThrow();
        assertEquals(steps, rounds.steps());
        SolverOutcome.Solved reached =
            assertInstanceOf(SolverOutcome.Interrupted.class, outcome).claim().orElseThrow();
        last = CertifiedSolution.of(program, reached).relativeGap();
      }
      assertTrue(last < 1e-5, "gap before the last step " + last);
      PricedRounds all =
          new PricedRounds(
              program, new KeptColumns(program), worth, new SolveLimits(free.steps()), 0);
      assertInstanceOf(SolverOutcome.Solved.class, all.solve().orElseThrow());
    }
  }

  /** Next to no interior: the attempt fails, and what it has proved is certified only just. */
  @Test
  void solve_floorsAtTheHighestLevel_failsButIsCertified() {
    AllocationProgram program = floors(5, 1 - 1e-11);
    PricedRounds rounds = rounds(program, 1e4, 0);
    assertTrue(rounds.solve().isEmpty());
    CertifiedSolution found = certified(program, rounds.certified().orElseThrow());
    assertTrue(found.holdsWithin(Tolerance.CERTIFIED), found::toString);
    assertTrue(!found.holdsWithin(CertifiedSolution.GOOD), found::toString);
    PricedRounds failed = rounds(floors(1, 1 - 1e-9), 1e4, 0);
    assertTrue(failed.solve().isEmpty());
    assertTrue(failed.certified().isEmpty());
  }
}
