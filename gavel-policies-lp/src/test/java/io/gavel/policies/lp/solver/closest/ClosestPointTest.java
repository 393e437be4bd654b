package io.gavel.policies.lp.solver.closest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Points whose workers kept are known. */
class ClosestPointTest {

  private static final SolveLimits NONE = SolveLimits.none();

  private static AllocationProgram program(int workers, double[]... rates) {
    AllocationProblem problem = Cases.problem(Cases.workers(workers), rates);
    double[] ones = new double[rates.length];
    Arrays.fill(ones, 1);
    return AllocationProgram.maximizeSum(problem, ones);
  }

  /** Whoever held something keeps it to the bit, and what is left goes to the job without any. */
  @Test
  void of_nothingAsked_keepsAllToTheBit() {
    AllocationProgram three = program(2, Cases.row(1), Cases.row(1), Cases.row(1));
    ClosestPoint point = ClosestPoint.of(three, 0, Cases.row(0.3, 1, 0.1), NONE);
    double[] x = point.fractions();
    assertEquals(1, x[1]);
    assertTrue(x[0] >= 0.3 && x[2] >= 0.1);
    assertEquals(2, x[0] + x[1] + x[2], 1e-6);
    assertEquals(1.4, point.kept(), 1e-12);
    assertEquals(1.4, point.mostKept(), 8e-6 * 2);
    x[0] = 7; // a copy
    assertTrue(point.fractions()[0] < 1);
  }

  /** Where columns gain nothing, what was held stays, and what was not stays idle, to the bit. */
  @Test
  void of_workersThatAreTaken_leavesOthersIdleToTheBit() {
    AllocationProgram three = program(1, Cases.row(1), Cases.row(1), Cases.row(1));
    ClosestPoint point = ClosestPoint.of(three, 0, Cases.row(0.25, 0, 0.75), NONE);
    assertArrayEquals(Cases.row(0.25, 0, 0.75), point.fractions());
    assertEquals(1, point.kept());
  }

  /** Two jobs hold the worker; the third needs 0.4 of it, and the later one gives it up. */
  @Test
  void of_aFloor_takesItFromTheLastJob() {
    AllocationProgram three =
        program(1, Cases.row(1), Cases.row(1), Cases.row(2)).withFloor(Cases.row(0, 0, 0.8));
    ClosestPoint point = ClosestPoint.of(three, 0, Cases.row(0.5, 0.5, 0), NONE);
    assertArrayEquals(Cases.row(0.5, 0.1, 0.4), point.fractions(), 1e-6);
    assertEquals(0.5, point.fractions()[0], 1e-9);
    assertEquals(0.6, point.kept(), 1e-6);
    assertEquals(0.6, point.mostKept(), 8e-6);
    assertTrue(point.mostKept() >= point.kept());
  }

  /** The gain of 1.6 needs 0.6 of the worker for the job that gains twice as much. */
  @Test
  void of_aLeastGain_isReached() {
    AllocationProgram two = program(1, Cases.row(1), Cases.row(2));
    ClosestPoint point = ClosestPoint.of(two, 1.6, Cases.row(1, 0), NONE);
    assertArrayEquals(Cases.row(0.4, 0.6), point.fractions(), 2e-6);
    assertEquals(0.4, point.kept(), 2e-6);
    ClosestPoint large =
        ClosestPoint.of(program(1, Cases.row(1e9), Cases.row(2e9)), 1.6e9, Cases.row(1, 0), NONE);
    assertArrayEquals(Cases.row(0.4, 0.6), large.fractions(), 2e-6);
  }

  /** A pair that was held is kept; its members have all of their time there. */
  @Test
  void of_aPair_isKept() {
    AllocationProgram pair = AllocationProgram.maximizeSum(Cases.pair(), Cases.row(1, 1));
    ClosestPoint point = ClosestPoint.of(pair, 0, Cases.row(0, 0, 1), NONE);
    assertArrayEquals(Cases.row(0, 0, 1), point.fractions());
    assertEquals(1, point.kept());
  }

  /** Rows hold at the point: of the worker that the first job held it may have a quarter. */
  @Test
  void of_rows_areKept() {
    AllocationProgram two = program(1, Cases.row(1), Cases.row(1));
    for (Relation relation : new Relation[] {Relation.AT_MOST, Relation.EXACTLY}) {
      CouplingRows rows =
          CouplingRows.builder()
              .add("quarter", relation, 0.25, new int[] {0}, Cases.row(1))
              .build();
      ClosestPoint point = ClosestPoint.of(two.withRows(rows), 0, Cases.row(1, 0), NONE);
      assertArrayEquals(Cases.row(0.25, 0.75), point.fractions(), 1e-6);
      assertEquals(0.25, point.mostKept(), 8e-6);
    }
  }

  /** A floor that nobody can reach has no closest point. */
  @Test
  void of_floorsBeyondTheWorkers_fails() {
    AllocationProgram two = program(1, Cases.row(1), Cases.row(1)).withFloor(Cases.row(0.6, 0.6));
    SolveFailedException failed =
        assertThrows(
            SolveFailedException.class, () -> ClosestPoint.of(two, 0, Cases.row(0.5, 0.5), NONE));
    assertEquals("no point for 2 jobs × 1 pools was proved to be closest", failed.getMessage());
    assertThrows(
        SolveFailedException.class,
        () -> ClosestPoint.of(program(1, Cases.row(1)), 1.001, Cases.row(1), NONE));
  }

  @Test
  void of_otherPrograms_areRefused() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    double[] held = {0.5, 0.5};
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    FreeColumns free = FreeColumns.builder().add("free", 1, 0).build();
    AllocationProgram[] others = {
      AllocationProgram.maximizeMinimum(problem, Cases.row(1, 1)),
      AllocationProgram.maximizeUtility(problem, Cases.row(1, 1), 0),
      sum.withFreeColumns(free)
    };
    for (AllocationProgram other : others) {
      assertThrows(IllegalArgumentException.class, () -> ClosestPoint.of(other, 0, held, NONE));
    }
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> ClosestPoint.of(sum, 0, new double[3], NONE));
    assertEquals(
        "a closest point needs a program with only floors, rows and gains, and with 3 columns",
        refused.getMessage());
  }

  @Test
  void of_pairsInTooManyRows_saysSo() {
    int jobs = 5_001;
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(1));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("" + m), 1);
    }
    AllocationProgram many =
        AllocationProgram.maximizeSum(
            problem.pair("0", "1", Cases.row(1), Cases.row(1)).build(), new double[jobs]);
    SolveFailedException failed =
        assertThrows(
            SolveFailedException.class, () -> ClosestPoint.of(many, 0, new double[jobs + 1], NONE));
    assertEquals(
        "the closest point for 5001 jobs × 1 pools has pairs and 5002 rows, which is too many rows",
        failed.getMessage());
  }

  /** The number of steps that are needed is enough, and one less is not. */
  @Test
  void of_fewerSteps_areStopped() {
    AllocationProgram two = program(1, Cases.row(1), Cases.row(2));
    double[] held = {1, 0};
    int steps = 1;
    while (!isSolved(two, held, NONE.withMaxSteps(steps))) {
      steps++;
    }
    assertTrue(steps > 3 && steps < 30, "steps " + steps);
    SolveLimits few = NONE.withMaxSteps(steps - 1);
    SolveStoppedException stopped =
        assertThrows(SolveStoppedException.class, () -> ClosestPoint.of(two, 1.6, held, few));
    assertEquals(
        "the search for the closest point of 2 jobs × 1 pools was ended by its limits",
        stopped.getMessage());
  }

  private static boolean isSolved(AllocationProgram program, double[] held, SolveLimits limits) {
    try {
      ClosestPoint.of(program, 1.6, held, limits);
      return true;
    } catch (SolveStoppedException stopped) {
      return false;
    }
  }

  @Test
  void of_cancelledOnTheWay_isStopped() {
    AllocationProgram two = program(1, Cases.row(1), Cases.row(2));
    AtomicInteger asked = new AtomicInteger();
    SolveLimits third = NONE.withCancellation(() -> asked.incrementAndGet() == 3);
    SolveStoppedException stopped =
        assertThrows(
            SolveStoppedException.class, () -> ClosestPoint.of(two, 1.6, Cases.row(1, 0), third));
    assertTrue(stopped.getMessage().endsWith("was ended by its limits"));
    assertEquals(3, asked.get());
  }
}
