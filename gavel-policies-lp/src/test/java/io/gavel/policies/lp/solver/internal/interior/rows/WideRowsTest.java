package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Newton;
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
    return program.asLimits();
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
      RowStepsTest.assertSolves(program, directions, random);
      RowStepsTest.assertSolves(program, directions, random); // at another point
    }
  }

  /** Only the pools fix the fractions: the matrix of the other rows is nearly singular. */
  @Test
  void solve_nearlyFreeColumns_closesWhatRowsLeaveOpen() {
    Random random = new Random(12);
    RowProgram program = program(random);
    Iterate at = Newton.point(new RowBlocks(program), random);
    for (int c = 0; c < at.x[0].length; c++) {
      at.z[0][c] = 1e-8 * at.x[0][c];
    }
    for (int i = 0; i < program.rows; i++) {
      at.price[0][i] *= i >= JOBS && i < JOBS + 2 ? 1 : 1e-6;
    }
    ColumnDirections directions = new ColumnDirections(new ColumnRows(program));
    Newton.aim(directions, at, 0.01);
    assertTrue(directions.factor(at));
    Iterate d = new Iterate(new RowBlocks(program));
    assertEquals(0, directions.solve(at, d));
    for (int c = 0; c < at.x[0].length; c++) {
      double paid = program.priced(c, d.price[0]) - directions.columnGap[0][c] - d.z[0][c];
      assertEquals(0, paid, 1e-8, "column " + c);
      assertEquals(directions.target[0][c], at.x[0][c] * d.z[0][c] + at.z[0][c] * d.x[0][c], 1e-10);
    }
    for (int i = 0; i < program.rows; i++) {
      double product = at.slack[0][i] * d.price[0][i] + at.price[0][i] * d.slack[0][i];
      assertEquals(directions.rowTarget[0][i], product, 1e-8, "row " + i);
    }
  }

  @Test
  void factor_pointWithoutNumbers_isRefused() {
    Random random = new Random(13);
    RowProgram program = program(random);
    for (int row : new int[] {0, JOBS, JOBS + 1}) {
      Iterate at = Newton.point(new RowBlocks(program), random);
      at.slack[0][row] = Double.NaN;
      assertFalse(new ColumnDirections(new ColumnRows(program)).factor(at), "row " + row);
    }
  }
}
