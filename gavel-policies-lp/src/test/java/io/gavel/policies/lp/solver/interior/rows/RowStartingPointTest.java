package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.lp.Cases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Starting points of a program of two jobs on a pool, as calculated. */
class RowStartingPointTest {

  private static final double ROUNDING = 1e-15;

  /**
   * Two times, a pool, two demands and a row. The first job needs a worker, the second one four,
   * and a column without a job adds workers.
   */
  private static RowProgram program(double power) {
    RowProgram program = new RowProgram(2, 1, 6, power, 3);
    column(program, 0.5, Cases.row(1, 0, 1, -2, 0, 3));
    column(program, 0, Cases.row(0, 1, 4, 0, -3, 0));
    column(program, -0.25, Cases.row(0, 0, -1, 0, 0, 0));
    System.arraycopy(Cases.row(1, 1, 4, 0, 0, 1), 0, program.limit, 0, 6);
    program.lean[3] = 0;
    program.lean[4] = 1;
    return program;
  }

  private static void column(RowProgram program, double gain, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        program.entry(i, values[i]);
      }
    }
    program.endColumn(gain);
  }

  private static RowProgram level() {
    RowProgram program = program(0);
    program.requirement[3] = 1;
    program.requirement[4] = 2;
    return program;
  }

  /** Half of the pool's 4.5 workers for 5 that are wanted. */
  @Test
  void even_level_isAsCalculated() {
    RowIterate at = RowStartingPoint.even(level(), true);
    assertArrayEquals(Cases.row(0.45, 0.45, 0.5), at.x, ROUNDING);
    double level = 0.5 * 1.35 / 2; // of the second job
    assertEquals(level, at.level, ROUNDING);
    // the row is violated, and gets a tenth of its terms
    assertArrayEquals(
        Cases.row(0.55, 0.55, 2.25, 0.9 - level, 1.35 - 2 * level, 0.135), at.slack, ROUNDING);
    // demands of two jobs; the largest gain; what the second job would pay, 3 · 0.25
    assertArrayEquals(Cases.row(0.75, 1.5, 0.75, 0.5, 0.25, 0.5), at.price, ROUNDING);
    assertArrayEquals(Cases.row(1.5, 3.75, 0.75), at.z, ROUNDING);
  }

  @Test
  void even_equationAndNoRoom_isAsCalculated() {
    RowProgram program = level();
    program.exact[5] = true;
    program.limit[2] = -1; // the free column adds half a worker
    RowIterate at = RowStartingPoint.even(program, false);
    assertArrayEquals(Cases.row(0.01, 0.01, 0.5), at.x, ROUNDING); // of a tenth of a worker
    assertEquals(0, at.level);
    assertEquals(0.1, at.slack[2]);
    assertEquals(0, at.slack[5]);
    assertEquals(0, at.price[5]);
    assertEquals(1, at.price[2]); // the first job would pay 2 · 0.5
    assertArrayEquals(Cases.row(0.5 + 1 + 1, 0.75 + 1), Arrays.copyOf(at.price, 2), ROUNDING);
    assertArrayEquals(Cases.row(2, 5, 1), at.z, ROUNDING);
  }

  @Test
  void even_utilities_hasPricesAtTheirSlopes() {
    RowProgram program = program(0);
    program.weight[3] = 2;
    RowIterate at = RowStartingPoint.even(program, false);
    assertEquals(0.9, at.slack[3], ROUNDING);
    assertEquals(2 / 0.9, at.price[3], 1e-14);
    assertEquals(0.5, at.price[4]); // a floor's, at the largest gain
  }

  @Test
  void near_aPoint_isATenthOfTheEvenOne() {
    RowIterate at = RowStartingPoint.near(level(), true, Cases.row(0.2, 0.1, 0.3));
    assertArrayEquals(Cases.row(0.225, 0.135, 0.32), at.x, ROUNDING);
    assertEquals(0.5 * 3 * 0.135 / 2, at.level, ROUNDING);
    assertEquals(1 - 0.225, at.slack[0], ROUNDING);
  }

  /** The first column is new, the second one was the first. */
  @Test
  void after_otherColumns_keepsThePointAndRaisesPricesOfTime() {
    RowProgram program = level();
    RowIterate before = new RowIterate(program);
    System.arraycopy(Cases.row(0.3, 0.2, 0.1), 0, before.x, 0, 3);
    System.arraycopy(Cases.row(7, 100, 9), 0, before.z, 0, 3);
    System.arraycopy(Cases.row(1, 2, 3, 4, 5, 6), 0, before.slack, 0, 6);
    System.arraycopy(Cases.row(2, 3, 1, 0.5, 0.25, 0.125), 0, before.price, 0, 6);
    before.level = 0.75;
    int[] earlier = {RowProgram.NONE, 0, 1};
    RowIterate at = RowStartingPoint.after(program, before, earlier, Cases.row(0.5, 0), 0.01);
    assertArrayEquals(before.slack, at.slack);
    assertArrayEquals(Cases.row(2.5, 3, 1, 0.5, 0.25, 0.125), at.price);
    assertEquals(0.75, at.level);
    double paid = 2.5 + 1 - 1 + 0.375 - 0.5;
    assertArrayEquals(Cases.row(paid, 3 + 4 - 0.75, 0.1 * 100), at.z, ROUNDING);
    assertArrayEquals(Cases.row(0.01 / paid, 0.3, 0.2), at.x, ROUNDING);
    RowIterate far = RowStartingPoint.after(program, before, earlier, Cases.row(0, 0), 1);
    assertEquals(10, far.z[0]); // a fraction of a tenth at most
    assertEquals(0.1, far.x[0], ROUNDING);
  }

  /** The last row is new: it is violated by 0.5, or the point is further from the optimum. */
  @Test
  void under_moreRows_hasTheirViolationAsSlack() {
    RowProgram program = level();
    RowIterate known = withoutLastRow();
    RowIterate at = RowStartingPoint.under(program, known, 0.01);
    assertArrayEquals(Cases.row(0.5, 0.2, 0.1), at.x);
    assertArrayEquals(Cases.row(1, 2, 3, 4, 5, 0.5), at.slack, ROUNDING);
    assertArrayEquals(Cases.row(2, 3, 1, 0.5, 0.25, 0.02), at.price, ROUNDING);
    assertArrayEquals(Cases.row(2 + 1 - 1 + 0.06 - 0.5, 10, 0.9), at.z, ROUNDING);
    RowIterate far = RowStartingPoint.under(program, known, 4);
    assertEquals(2, far.slack[5]);
    assertEquals(2, far.price[5]);
  }

  private static RowIterate withoutLastRow() {
    RowProgram program = new RowProgram(2, 1, 5, 0, 3);
    for (int c = 0; c < 3; c++) {
      program.endColumn(0);
    }
    RowIterate point = new RowIterate(program);
    System.arraycopy(Cases.row(0.5, 0.2, 0.1), 0, point.x, 0, 3);
    System.arraycopy(Cases.row(7, 100, 9), 0, point.z, 0, 3);
    System.arraycopy(Cases.row(1, 2, 3, 4, 5), 0, point.slack, 0, 5);
    System.arraycopy(Cases.row(2, 3, 1, 0.5, 0.25), 0, point.price, 0, 5);
    return point;
  }
}
