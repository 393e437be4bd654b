package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CancelledSolve;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Points at which the method begins: inside all limits, and in small cases as calculated. */
class StartingPointTest {

  private final Random random = new Random(11);

  private static TiledProgram tiled(AllocationProgram program) {
    return TiledProgram.of(program, SolveLimits.none());
  }

  private static Iterate start(AllocationProgram program) {
    return StartingPoint.of(tiled(program), program.hasLevel());
  }

  /** Without rows and free columns, all rows of the primal and the dual program hold. */
  @ParameterizedTest
  @EnumSource
  void of_programsOfAnyShape_isInsideAndKeepsAllRows(Aim aim) {
    for (int jobs : new int[] {1, 20, 150}) {
      assertKeepsRows(TiledCases.program(TiledCases.problem(jobs, 3, 1, random), aim, random));
      assertKeepsRows(TiledCases.program(TiledCases.problem(jobs, 17, 5, random), aim, random));
    }
  }

  private static void assertKeepsRows(AllocationProgram program) {
    TiledProgram tiled = tiled(program);
    Iterate at = StartingPoint.of(tiled, program.hasLevel());
    assertInside(tiled, at);
    assertEquals(program.hasLevel(), at.level > 0);
    boolean floors = program.hasFloor(); // which the first fractions need not keep
    if (!floors && !program.hasUtility()) {
      new NewtonEquations(program, tiled, at).assertRows(new Iterate(tiled));
    }
    double[] used = new double[tiled.pools];
    double[] x = tiled.ofColumns(at.x);
    for (int c = 0; c < x.length; c++) {
      used[program.pool(c)] += program.size(c) * x[c];
    }
    for (int k = 0; k < tiled.pools; k++) {
      assertTrue(used[k] <= 0.5 * tiled.limit[k] * (1 + 1e-12), "half of pool " + k);
    }
    for (double[] idle : at.idle) {
      assertTrue(Arrays.stream(idle).allMatch(left -> left >= 0.5 - 1e-12), "half of the time");
    }
  }

  private static void assertInside(TiledProgram tiled, Iterate at) {
    double[] primal = NewtonEquations.primal(at);
    double[] dual = NewtonEquations.dual(at);
    for (int i = 0; i < primal.length; i++) {
      int k = i - (primal.length - at.value.length - tiled.resources);
      boolean exact = k >= 0 && k < tiled.resources && tiled.exact[k];
      assertTrue(exact ? primal[i] == 0 && dual[i] == 0 : primal[i] > 0 && dual[i] > 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void of_rowsAndFreeColumns_isInsideAndTheirCostsAreWhatTheyPay(Aim aim) {
    for (int jobs : new int[] {5, 40}) {
      AllocationProgram program =
          TiledCases.coupled(
              TiledCases.program(TiledCases.problem(jobs, 3, 2, random), aim, random), random);
      TiledProgram tiled = tiled(program);
      Iterate at = StartingPoint.of(tiled, program.hasLevel());
      assertInside(tiled, at);
      assertArrayEquals(Cases.row(0.5, 0.5, 0.5), at.value);
      double highest = Arrays.stream(at.price).max().orElseThrow();
      for (int f = 0; f < at.cost.length; f++) {
        double paid = -tiled.freeGain[f];
        for (int e = 0; e < tiled.freeResource[f].length; e++) {
          paid += tiled.freeSize[f][e] * at.price[tiled.freeResource[f][e]];
        }
        assertEquals(Math.max(highest, paid), at.cost[f], 1e-12);
      }
    }
  }

  /** A job of one worker, on two types, and one of four workers on the first type. */
  private static AllocationProblem two() {
    return Cases.gangs(Cases.problem(Cases.workers(5, 1), Cases.row(2, 1), Cases.row(4, 0)), 1, 4);
  }

  /** Half of the time, shared by the columns, or half of the workers. */
  @Test
  void of_levelOfTwoJobs_isAsCalculated() {
    Iterate at = start(AllocationProgram.maximizeMinimum(two(), Cases.row(1, 4)));
    assertArrayEquals(Cases.row(0.25, 0.25), at.x[0]);
    assertArrayEquals(Cases.row(0.1, 0.1), at.x[1]); // of five workers wanted, there is one
    assertArrayEquals(Cases.row(0.65, 0.65), at.idle[0], 1e-15);
    assertArrayEquals(Cases.row(5 - 5 * 0.25, 1 - 5 * 0.1), at.free, 1e-15);
    double level = 0.5 * 1 / 4; // of the second job, half of what it reaches
    assertEquals(level, at.level, 1e-15);
    assertArrayEquals(Cases.row(0.6 - level, 1 - 4 * level), at.surplus[0], 1e-15);
    // requirements of 1 / 2 and 4 / 4 of the time where a job is fastest
    double ofTime = 1 / (0.5 + 1);
    assertArrayEquals(Cases.row(ofTime / 2, ofTime / 4), at.owed[0], 1e-15);
    assertArrayEquals(Cases.row(ofTime, ofTime), at.price, 1e-15);
    assertArrayEquals(Cases.row(2 * ofTime, 2 * ofTime), at.time[0], 1e-15);
    assertArrayEquals(Cases.row(2 * ofTime, 5 * ofTime), at.z[0], 1e-14);
    assertArrayEquals(Cases.row(2.5 * ofTime, 6 * ofTime), at.z[1], 1e-14);
  }

  /** A floor above what is reached leaves a tenth of it as surplus. */
  @Test
  void of_gainsAndFloors_isAsCalculated() {
    AllocationProgram sum = AllocationProgram.maximizeGain(two(), Cases.row(2, 1, -8, 0));
    Iterate at = start(sum.withFloor(Cases.row(0.5, 7)));
    assertArrayEquals(Cases.row(0.1, 0.1), at.surplus[0], 1e-15);
    assertArrayEquals(Cases.row(8, 8), at.owed[0]); // the largest gain in size
    assertArrayEquals(Cases.row(32, 32), at.price); // what the second job would pay
    assertArrayEquals(Cases.row(32 + 16 + 2, 32 + 32 - 8), at.time[0]);
    assertArrayEquals(Cases.row(64, 32 + 4 * 32), at.z[0]);
    assertEquals(0, at.level);
    Iterate none = start(AllocationProgram.maximizeSum(two(), Cases.row(0, 0)));
    assertArrayEquals(Cases.row(1e-3, 1e-3), none.owed[0]);
  }

  @Test
  void of_utilities_hasPricesAtTheirSlopes() {
    Iterate at = start(AllocationProgram.maximizeUtility(two(), Cases.row(3, 5), 0));
    double reached = 2 * 0.25 + 0.1;
    assertArrayEquals(Cases.row(reached, 1), at.surplus[0], 1e-15);
    assertArrayEquals(Cases.row(3 / reached, 5), at.owed[0], 1e-14);
  }

  /** A row holds classes back, which keep half of their fractions' limit; another one does not. */
  @Test
  void of_rowsThatHoldBack_leavesHalfOfThem() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(2), Cases.row(4));
    CouplingRows rows =
        CouplingRows.builder()
            .add("least", Relation.AT_LEAST, -2, new int[] {0, 1}, Cases.row(3, 0))
            .add("most", Relation.AT_MOST, 0.25, new int[] {0, 1}, Cases.row(1, 0))
            .add("exactly", Relation.EXACTLY, 1, new int[] {0}, Cases.row(1))
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, Cases.row(1, 1))
            .withFloor(Cases.row(1e-3, 1e-3))
            .withRows(rows);
    TiledProgram tiled = tiled(program);
    Iterate at = StartingPoint.of(tiled, false);
    // half of the time would use half a unit of the second row, of which there is a quarter
    assertArrayEquals(Cases.row(0.5 * 0.25, 0.5), tiled.ofColumns(at.x));
    assertArrayEquals(Cases.row(4 - 0.125 - 0.5, 2 + 3 * 0.125, 0.25 - 0.125, 0), at.free, 1e-15);
    assertEquals(0, at.price[3]);
    assertTrue(at.price[1] > 0 && at.price[1] == at.price[0]);
    // prices of time exceed what the first row pays for the first column, and its worth
    double[] time = tiled.ofJobs(at.time);
    double highest = at.price[0];
    assertEquals(16, highest); // the second job at a price of the largest gain, 4
    assertEquals(16 + 2 + 2 * 4 + 16, time[0]); // rows pay twice what a worker costs
    assertEquals(16 + 4 + 4 * 4, time[1]);
  }

  /** A row that free columns fill has a tenth of its terms at least, a pool a tenth of a worker. */
  @Test
  void of_rowsThatFreeColumnsFill_haveATenthOfTheirTerms() {
    AllocationProblem problem = Cases.problem(Cases.workers(2), Cases.row(2));
    FreeColumns free =
        FreeColumns.builder()
            .add("held", Double.POSITIVE_INFINITY, -20, new int[] {0}, Cases.row(6))
            .add("short", 0.3, 1)
            .build();
    CouplingRows rows =
        CouplingRows.builder()
            .add(
                "filled",
                Relation.AT_MOST,
                1,
                new int[] {0},
                Cases.row(3),
                new int[] {0},
                Cases.row(5))
            .add("open", Relation.AT_LEAST, -9, new int[] {0}, Cases.row(-2))
            .build();
    Iterate at =
        start(
            AllocationProgram.maximizeSum(problem, Cases.row(1))
                .withFloor(Cases.row(1e-3))
                .withFreeColumns(free)
                .withRows(rows));
    assertEquals(0.05, at.x[0][0], 1e-15); // half of a tenth of a worker
    double filled = 3 * 0.05 + 5 * 0.5;
    assertArrayEquals(Cases.row(0.1, 0.1 * filled, 9 - 0.1, 0.1 * 0.5), at.free, 1e-15);
    // largest gain 20; its job would pay 2 · 20
    assertEquals(40, at.price[0]);
    assertArrayEquals(Cases.row(20 + 40 * (6 + 5), 40), at.cost);
  }

  @Test
  void of_cancelled_isStoppedOnceIn1024Jobs() {
    AllocationProgram program =
        TiledCases.program(TiledCases.problem(1_100, 1, 0, random), Aim.SUM, random);
    AtomicInteger asked = new AtomicInteger();
    SolveLimits limits = SolveLimits.none().withCancellation(() -> asked.incrementAndGet() > 3);
    TiledProgram tiled = TiledProgram.of(program, limits);
    assertEquals(2, asked.get());
    assertThrows(CancelledSolve.class, () -> StartingPoint.of(tiled, false));
    assertEquals(4, asked.get()); // at the first job and at number 1,024
    asked.set(-10);
    StartingPoint.of(tiled, false);
    assertEquals(-8, asked.get());
  }

  /** One column stays, one goes, and two join, one of which is worth more than it pays. */
  @Test
  void after_otherColumns_keepsThePointAndRaisesPricesOfTime() {
    AllocationProgram all =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(3, 3), Cases.row(2, 3), Cases.row(4, 9)), Cases.row(1, 1));
    TiledProgram from = tiled(all.withColumns(new boolean[] {true, false, true, true}));
    TiledProgram to = tiled(all.withColumns(new boolean[] {true, true, false, true}));
    Iterate before = new Iterate(from);
    from.placeColumns(Cases.row(0.3, 0.2, 0.1), before.x);
    from.placeColumns(Cases.row(7, 80, 50), before.z);
    from.placeJobs(Cases.row(0.4, 0.5), before.idle);
    from.placeJobs(Cases.row(0.6, 0.7), before.surplus);
    from.placeJobs(Cases.row(0.8, 0.9), before.owed);
    from.placeJobs(Cases.row(5, 6), before.time);
    System.arraycopy(Cases.row(1, 2), 0, before.free, 0, 2);
    System.arraycopy(Cases.row(1.5, 2.5), 0, before.price, 0, 2);
    before.level = 0.25;
    Iterate at =
        StartingPoint.after(to, from, before, new int[] {0, -1, 2}, Cases.row(0.125, 0), 0.01);
    assertArrayEquals(Cases.row(0.4, 0.5), to.ofJobs(at.idle));
    assertArrayEquals(Cases.row(0.6, 0.7), to.ofJobs(at.surplus));
    assertArrayEquals(Cases.row(0.8, 0.9), to.ofJobs(at.owed));
    assertArrayEquals(Cases.row(5.125, 6), to.ofJobs(at.time));
    assertArrayEquals(before.free, at.free);
    assertArrayEquals(before.price, at.price);
    assertArrayEquals(new double[][] {{1.5, 2.5}}, at.ofWorker);
    assertEquals(0.25, at.level);
    // no job has a price of throughput, and columns are worth 2, 3 and 9
    double first = 5.125 + 1.5 - 2;
    double second = 5.125 + 2.5 - 3;
    assertArrayEquals(Cases.row(first, second, 0.1 * 50), to.ofColumns(at.z), 1e-15);
    assertArrayEquals(Cases.row(0.3, 0.01 / second, 0.1), to.ofColumns(at.x), 1e-15);
    // the slot that the second job lost is worth nothing, and pays time and worker
    assertEquals(6 + 1.5, at.z[0][1]);
    assertEquals(0.01 / 7.5, at.x[0][1]);
    Iterate far = StartingPoint.after(to, from, before, new int[] {0, -1, 2}, Cases.row(0, 0), 1);
    assertEquals(10, to.ofColumns(far.z)[1]); // a fraction of a tenth at most
    assertEquals(0.1, to.ofColumns(far.x)[1]);
  }
}
