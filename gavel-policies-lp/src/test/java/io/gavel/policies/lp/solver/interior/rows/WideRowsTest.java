package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Directions by columns where pools join the columns of all jobs and are kept apart. */
class WideRowsTest {

  private static final int JOBS = 10;

  /** Ten jobs on two pools, with a demand each of the level, which is the last column. */
  private static RowProgram program(Random random) {
    RowProgram program = new RowProgram(JOBS, 2, 2 * JOBS + 2, 0, 2 * JOBS);
    for (int m = 0; m < JOBS; m++) {
      program.lean[JOBS + 2 + m] = m;
      program.requirement[JOBS + 2 + m] = 0.5 + random.nextDouble();
      for (int k = 0; k < 2; k++) {
        program.entry(m, 1);
        program.entry(JOBS + k, 0.5 + random.nextDouble());
        program.entry(JOBS + 2 + m, -0.5 - random.nextDouble());
        program.endColumn(random.nextDouble());
      }
    }
    for (int i = 0; i < JOBS + 2; i++) {
      program.limit[i] = 1 + random.nextDouble();
    }
    return program.withLevelAsColumn();
  }

  @Test
  void solve_poolsApart_satisfiesNewtonsEquations() {
    Random random = new Random(11);
    for (int run = 0; run < 10; run++) {
      RowProgram program = program(random);
      ColumnRows rows = new ColumnRows(program);
      assertArrayEquals(new int[] {JOBS, JOBS + 1}, rows.wide);
      assertTrue(rows.core() < JOBS);
      ColumnDirections directions = new ColumnDirections(rows);
      RowStepsTest.assertSolves(program, directions, false, random);
      RowStepsTest.assertSolves(program, directions, false, random); // at another point
    }
  }

  /** Only the pools fix the fractions: the matrix of the other rows is nearly singular. */
  @Test
  void solve_nearlyFreeColumns_closesWhatRowsLeaveOpen() {
    Random random = new Random(12);
    RowProgram program = program(random);
    RowIterate at = RowStepsTest.point(program, random);
    for (int c = 0; c < at.x.length; c++) {
      at.z[c] = 1e-8 * at.x[c];
    }
    for (int i = 0; i < program.rows; i++) {
      at.price[i] *= i >= JOBS && i < JOBS + 2 ? 1 : 1e-6;
    }
    RowResiduals open = new RowResiduals(program, false);
    open.measure(at);
    open.aim(at, 0.01, new RowIterate(program), 0);
    ColumnDirections directions = new ColumnDirections(new ColumnRows(program));
    assertTrue(directions.factor(at));
    RowIterate d = new RowIterate(program);
    assertEquals(0, directions.solve(at, open, d));
    for (int c = 0; c < at.x.length; c++) {
      double paid = program.priced(c, d.price) - open.columnGap[c] - d.z[c];
      assertEquals(0, paid, 1e-8, "column " + c);
      assertEquals(open.target[c], at.x[c] * d.z[c] + at.z[c] * d.x[c], 1e-10);
    }
    for (int i = 0; i < program.rows; i++) {
      double product = at.slack[i] * d.price[i] + at.price[i] * d.slack[i];
      assertEquals(open.rowTarget[i], product, 1e-8, "row " + i);
    }
  }

  @Test
  void factor_pointWithoutNumbers_isRefused() {
    Random random = new Random(13);
    RowProgram program = program(random);
    for (int row : new int[] {0, JOBS, JOBS + 1}) {
      RowIterate at = RowStepsTest.point(program, random);
      at.slack[row] = Double.NaN;
      assertFalse(new ColumnDirections(new ColumnRows(program)).factor(at), "row " + row);
    }
  }
}
