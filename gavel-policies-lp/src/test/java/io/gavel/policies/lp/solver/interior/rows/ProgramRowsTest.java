package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Programs written out as rows, and prices of rows. */
class ProgramRowsTest {

  /** Two jobs on two types, of which the second job may not use the second. */
  private static AllocationProgram plain() {
    return AllocationProgram.maximizeSum(
        Cases.problem(Cases.workers(2, 5), Cases.row(3, 7), Cases.row(4, 0)), Cases.row(1, 0.5));
  }

  /** With two rows, and free columns with a largest value and without one. */
  private static AllocationProgram full() {
    FreeColumns free =
        FreeColumns.builder()
            .add("any", Double.POSITIVE_INFINITY, -0.75)
            .addWorkers("bought", 1.5, 0.25, 1)
            .build();
    CouplingRows rows =
        CouplingRows.builder()
            .add(
                "least",
                Relation.AT_LEAST,
                0.5,
                new int[] {0},
                Cases.row(2),
                new int[] {0},
                Cases.row(6))
            .add(
                "equal",
                Relation.EXACTLY,
                0.125,
                new int[] {1, 2},
                Cases.row(1, -1),
                new int[] {0},
                Cases.row(2))
            .build();
    return plain().withFloor(Cases.row(0, 0.5)).withFreeColumns(free).withRows(rows);
  }

  private static double[][] columns(RowProgram program) {
    double[][] dense = new double[program.columns()][program.rows];
    for (int c = 0; c < dense.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        dense[c][program.row[e]] += program.value[e];
      }
    }
    return dense;
  }

  /**
   * Rows of two times, two pools, the second job's floor, two coupling rows and a largest value.
   */
  @Test
  void of_freeColumnsAndRows_isTheProgramWrittenOut() {
    RowProgram program = ProgramRows.of(full()).program();
    assertEquals(8, program.rows);
    double[][] expected = {
      {1, 0, 1, 0, 0, -2, 0, 0},
      {1, 0, 0, 1, 0, 0, 1, 0},
      {0, 1, 1, 0, -4, 0, -1, 0},
      {0, 0, 0, 0, 0, -6, 2, 0},
      {0, 0, 0, -1, 0, 0, 0, 1}
    };
    assertArrayEquals(expected, columns(program));
    assertArrayEquals(Cases.row(1, 1, 2, 5, -0.5, -0.5, 0.125, 1.5), program.limit);
    assertArrayEquals(
        Cases.row(3, 7, 2, -0.75, -0.25), Arrays.copyOf(program.gain, program.columns()));
    assertArrayEquals(new double[8], program.requirement);
    assertArrayEquals(new double[8], program.weight);
    int none = RowProgram.NONE;
    assertArrayEquals(new int[] {none, none, none, none, 1, none, none, none}, program.lean);
    for (int i = 0; i < 8; i++) {
      assertEquals(i == 6, program.exact[i]);
    }
  }

  @Test
  void of_levelsAndUtilities_hasTheirRequirementsAndWeights() {
    double[][] rates = {Cases.row(3), Cases.row(4)};
    AllocationProgram level =
        AllocationProgram.maximizeMinimum(Cases.problem(Cases.workers(1), rates), Cases.row(2, 6));
    RowProgram rows = ProgramRows.of(level.withFloor(Cases.row(0.25, 0))).program();
    assertArrayEquals(Cases.row(0, 0, 0, 2, 6), rows.requirement);
    assertArrayEquals(Cases.row(1, 1, 1, -0.25, 0), rows.limit);
    assertEquals(1 / rows.limit[4], Double.POSITIVE_INFINITY); // no negative zero
    AllocationProgram utility =
        AllocationProgram.maximizeUtility(
            Cases.problem(Cases.workers(1), rates), Cases.row(2, 6), 0.5);
    RowProgram weights = ProgramRows.of(utility).program();
    assertArrayEquals(Cases.row(0, 0, 0, 2, 6), weights.weight);
    assertEquals(0.5, weights.power);
  }

  /** Pools of which no column draws have one worker; those that can be bought are drawn. */
  @Test
  void of_poolsWithoutColumns_haveAWorker() {
    AllocationProgram idle =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(3, 4, 6), Cases.row(1, 0, 0)), Cases.row(1));
    idle = idle.withColumns(new boolean[] {true});
    FreeColumns bought = FreeColumns.builder().addWorkers("bought", 1, 1, 1).build();
    int pools = idle.poolCount();
    RowProgram plain = ProgramRows.of(idle).program();
    RowProgram free = ProgramRows.of(idle.withFreeColumns(bought)).program();
    for (int k = 0; k < pools; k++) {
      assertEquals(k == 0 ? 3 : 1, plain.limit[1 + k]);
      assertEquals(k == 1 ? 4 : k == 0 ? 3 : 1, free.limit[1 + k]);
    }
  }

  /** The level of the floors that are met, with a row that limits it to 1. */
  @Test
  void meetingFloors_sum_isWrittenOut() {
    AllocationProgram program = plain().withFloor(Cases.row(0, 0.5));
    RowProgram rows = ProgramRows.meetingFloors(program, 4).program();
    assertEquals(6, rows.rows);
    double[][] expected = {{1, 0, 1, 0, 0, 0}, {1, 0, 0, 1, 0, 0}, {0, 1, 1, 0, -4, 0}};
    assertArrayEquals(expected, columns(rows));
    assertArrayEquals(Cases.row(1, 1, 2, 5, 0, 1), rows.limit);
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0.5, 1), rows.requirement);
    assertArrayEquals(Cases.row(0.75, 1.75, 0.5), Arrays.copyOf(rows.gain, 3));
  }

  /**
   * A worker for two jobs of 8 and 1 steps per second, of which the second one must have a half:
   * half of the worker each, whose price is 8, so that the floor costs 7 for each step.
   */
  @Test
  void meetingFloors_worthMoreThanTheyCost_isTheOptimumOfTheSum() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
                Cases.problem(Cases.workers(1), Cases.row(8), Cases.row(1)), Cases.row(1, 1))
            .withFloor(Cases.row(0, 0.5));
    ProgramRows rows = ProgramRows.meetingFloors(program, 20);
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    assertTrue(method.converge(1e-9));
    assertArrayEquals(Cases.row(0.5, 0.5), rows.fractions(method.fractions()), 1e-7);
    assertEquals(1 + 4.5 / 20, method.scale(), 1e-7); // floors met, and 4 and 1/2 of the sum
    Prices prices = rows.prices(method.prices());
    assertEquals(8, prices.ofPool(0), 1e-5);
    assertEquals(7, prices.ofThroughput(1), 1e-5);
    assertEquals(0, prices.ofTime(0), 1e-5);
    ProgramRows cheap = ProgramRows.meetingFloors(program, 3); // floors cost 3.5
    RowInteriorPoint other = new RowInteriorPoint(cheap.program());
    assertTrue(other.converge(1e-9));
    assertArrayEquals(Cases.row(1, 0), cheap.fractions(other.fractions()), 1e-6);
  }

  @Test
  void prices_ofRows_haveTheirPlacesAndUnit() {
    AllocationProgram program = full();
    ProgramRows rows = ProgramRows.of(program);
    double[] ofRow = Cases.row(2, 3, 5, 7, 11, 13, 17, 19);
    Prices prices = rows.prices(ofRow);
    assertEquals(Prices.of(Cases.row(5, 7), Cases.row(2, 3), Cases.row(0, 11)), prices);
    assertArrayEquals(Cases.row(13, 17), rows.rowPrices(ofRow));
    double[] back = rows.ofRows(prices, Cases.row(13, 17));
    ofRow[7] = 0; // that of a largest value is not kept
    assertArrayEquals(ofRow, back);
    ProgramRows byLevel = ProgramRows.meetingFloors(program, 4);
    double[] more = Arrays.copyOf(ofRow, 9);
    assertEquals(
        Prices.of(Cases.row(20, 28), Cases.row(8, 12), Cases.row(0, 44)), byLevel.prices(more));
    assertArrayEquals(Cases.row(52, 68), byLevel.rowPrices(more));
    assertEquals(-0.75 / 4, byLevel.program().gain[3]);
  }

  @Test
  void fractions_ofColumns_areThoseBeforeFreeOnes() {
    ProgramRows rows = ProgramRows.of(full());
    double[] all = Cases.row(0.5, 0.25, 0.125, 8, 9);
    assertArrayEquals(Cases.row(0.5, 0.25, 0.125), rows.fractions(all));
    assertArrayEquals(Cases.row(8, 9), rows.free(all));
  }

  /** The claim of a method on rows. */
  @Test
  void claim_ofAMethod_isItsPoint() {
    AllocationProgram program = full();
    ProgramRows rows = ProgramRows.of(program);
    RowInteriorPoint method = new RowInteriorPoint(rows.program());
    assertTrue(method.converge(1e-9));
    assertArrayEquals(rows.free(method.fractions()), rows.claim(method).solved(3).free());
    assertEquals(rows.prices(method.prices()), rows.claim(method).solved(3).prices());
    assertArrayEquals(rows.rowPrices(method.prices()), rows.claim(method).solved(3).rowPrices());
  }

  @Test
  void allDemandsCanRun_jobWithoutColumns_onlyIfNothingIsDemanded() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(2), Cases.row(3), Cases.row(0)), Cases.row(1, 1));
    assertTrue(ProgramRows.of(program).allDemandsCanRun());
    assertFalse(ProgramRows.of(program.withFloor(Cases.row(0, 0.5))).allDemandsCanRun());
    assertTrue(ProgramRows.of(program.withFloor(Cases.row(0.5, 0))).allDemandsCanRun());
  }

  /** A pair holds the time of both jobs, and adds to the throughputs of both. */
  @Test
  void of_pairs_haveRowsOfBothJobs() {
    AllocationProgram pair = AllocationProgram.maximizeMinimum(Cases.pair(), Cases.row(1, 1));
    RowProgram rows = ProgramRows.of(pair).program();
    double[][] columns = columns(rows);
    int pairs = 0;
    for (int c = 0; c < columns.length; c++) {
      boolean both = pair.second(c) >= 0;
      pairs += both ? 1 : 0;
      int first = pair.first(c);
      assertEquals(1, columns[c][first]);
      assertEquals(both ? 1 : 0, columns[c][1 - first]);
      int demands = 2 + pair.poolCount();
      assertEquals(-pair.rate(c), columns[c][demands + first]);
      assertEquals(both ? -pair.secondRate(c) : 0, columns[c][demands + 1 - first]);
    }
    assertTrue(pairs > 0);
  }
}
