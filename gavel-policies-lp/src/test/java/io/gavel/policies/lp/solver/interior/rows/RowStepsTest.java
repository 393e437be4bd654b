package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.PredictorCorrector;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Programs of rows, points and Newton's equations, line by line. */
class RowStepsTest {

  /** Two jobs with a time and a demand each, two pools and a coupling row. */
  private static RowProgram program(boolean level, double power, boolean exact, Random random) {
    RowProgram program = new RowProgram(2, 2, 7, power, 1);
    for (int m = 0; m < 2; m++) {
      for (int k = 0; k < 2; k++) {
        program.entry(2 + k, 0.5 + random.nextDouble()); // rows in any order
        program.entry(m, 1);
        program.entry(4 + m, -0.5 - random.nextDouble());
        program.entry(6, random.nextDouble() - 0.5);
        program.endColumn(random.nextDouble());
      }
    }
    for (int i = 0; i < 7; i++) {
      program.limit[i] = i < 4 ? 1 : random.nextDouble();
    }
    for (int m = 0; m < 2; m++) {
      program.lean[4 + m] = m;
      program.requirement[4 + m] = level ? 0.5 + random.nextDouble() : 0;
      program.weight[4 + m] = level ? 0 : 1 + m;
    }
    program.exact[6] = exact;
    return program;
  }

  static RowIterate point(RowProgram program, Random random) {
    RowIterate at = new RowIterate(program);
    double[][] all = {at.x, at.z, at.slack, at.price};
    for (double[] values : all) {
      Arrays.setAll(values, i -> 0.2 + random.nextDouble());
    }
    at.level = random.nextDouble();
    if (program.exact[6]) {
      at.slack[6] = 0;
    }
    return at;
  }

  private static double[] values(RowProgram program, int c) {
    double[] dense = new double[program.rows];
    for (int e = program.start[c]; e < program.start[c + 1]; e++) {
      dense[program.row[e]] += program.value[e];
    }
    return dense;
  }

  /** A direction closes what the point leaves open, and brings products to their targets. */
  static void assertSolves(
      RowProgram program, Directions directions, boolean level, Random random) {
    RowIterate at = point(program, random);
    RowResiduals open = new RowResiduals(program, level);
    open.measure(at);
    RowIterate none = new RowIterate(program);
    open.aim(at, 0.1, none, 0);
    RowIterate d = new RowIterate(program);
    assertTrue(directions.factor(at));
    assertTrue(directions.solve(at, open, d) <= 1e-12);
    double[] left = new double[program.rows];
    double ofLevel = 0;
    for (int i = 0; i < left.length; i++) {
      left[i] =
          program.limit[i]
              - (at.slack[i] + d.slack[i])
              - program.requirement[i] * (at.level + d.level);
      ofLevel += program.requirement[i] * (at.price[i] + d.price[i]);
    }
    for (int c = 0; c < at.x.length; c++) {
      double[] column = values(program, c);
      double paid = -program.gain[c] - (at.z[c] + d.z[c]);
      for (int i = 0; i < left.length; i++) {
        left[i] -= column[i] * (at.x[c] + d.x[c]);
        paid += column[i] * (at.price[i] + d.price[i]);
      }
      assertEquals(0, paid, 1e-9, "column " + c);
      double product = at.x[c] * at.z[c] + at.x[c] * d.z[c] + at.z[c] * d.x[c];
      assertEquals(0.1, product, 1e-9, "product " + c);
    }
    assertArrayEquals(new double[program.rows], left, 1e-9);
    if (level) {
      assertEquals(1, ofLevel, 1e-9);
    }
    for (int i = 0; i < left.length; i++) {
      double product = at.slack[i] * d.price[i] + at.price[i] * d.slack[i];
      if (program.exact[i]) {
        assertEquals(0, d.slack[i], 1e-12);
      } else if (program.weight[i] == 0) {
        assertEquals(0.1 - at.slack[i] * at.price[i], product, 1e-9, "row " + i);
      } else { // to first order, the price becomes the slope of the utility
        double slope = program.weight[i] * Math.pow(at.slack[i], program.power - 1);
        double bend = (program.power - 1) * slope / at.slack[i];
        double miss =
            program.power >= 0
                ? slope + (program.power - 1) * at.price[i] / at.slack[i] * d.slack[i]
                : slope + bend * d.slack[i];
        if (program.power >= 0) {
          assertEquals(miss, at.price[i] + d.price[i], 1e-9, "utility " + i);
        }
      }
    }
    // with the second-order terms of a step
    RowIterate step = point(program, random);
    open.aim(at, 0.2, step, 0.5);
    assertEquals(0.2 - at.x[0] * at.z[0] - 0.5 * step.x[0] * step.z[0], open.target[0], 1e-15);
    assertEquals(
        0.2 - at.slack[0] * at.price[0] - 0.5 * step.slack[0] * step.price[0],
        open.rowTarget[0],
        1e-15);
  }

  @Test
  void solve_byRows_satisfiesNewtonsEquations() {
    Random random = new Random(4);
    for (int run = 0; run < 20; run++) {
      boolean exact = run % 2 == 0;
      RowProgram level = program(true, 0, exact, random);
      assertSolves(level, new RowDirections(level, true, 1e-13), true, random);
      RowProgram utility = program(false, run % 3 == 0 ? 0.5 : 0, exact, random);
      assertSolves(utility, new RowDirections(utility, false, 1e-13), false, random);
    }
  }

  @Test
  void solve_byColumns_satisfiesNewtonsEquations() {
    Random random = new Random(5);
    for (int run = 0; run < 20; run++) {
      RowProgram all = program(true, 0, false, random).withLevelAsColumn();
      assertEquals(5, all.columns());
      assertSolves(all, new ColumnDirections(new ColumnRows(all)), false, random);
    }
  }

  /** The matrix of the rows, written down, at what is solved by the factor and by gradients. */
  @Test
  void normalEquations_solve_leavesNoResidual() {
    Random random = new Random(10);
    for (int run = 0; run < 40; run++) {
      boolean level = run % 2 == 0;
      RowProgram program = program(level, 0, run % 3 == 0, random);
      RowIterate at = point(program, random);
      if (run % 5 == 0) {
        at.z[run % 4] = 1e-9; // a column whose weight exceeds all others
      }
      NormalEquations newton = new NormalEquations(program, level);
      RowIterate found = new RowIterate(program);
      for (int again = 0; again < 2; again++) { // at another point the second time
        at.slack[0] += again;
        assertTrue(newton.factor(at));
        double[] side = random.doubles(7, -1, 1).toArray();
        for (int solve = 0; solve < 4; solve++) {
          double levelSide = random.nextDouble();
          newton.solve(side, levelSide, solve % 2 == 1, found);
          double[] left = side.clone();
          double ofLevel = levelSide;
          for (int i = 0; i < 7; i++) {
            double curve = program.weight[i] > 0 ? 1 - program.power : 1;
            double ratio = program.exact[i] ? 0 : at.slack[i] / at.price[i] / curve;
            assertEquals(ratio, newton.rowWeight(i), 1e-12);
            left[i] -= ratio * found.price[i] - program.requirement[i] * found.level;
            ofLevel -= program.requirement[i] * found.price[i];
          }
          double most = 1;
          for (int c = 0; c < 4; c++) {
            double[] column = values(program, c);
            double paid = 0;
            for (int i = 0; i < 7; i++) {
              paid += column[i] * found.price[i];
            }
            double ratio = at.x[c] / at.z[c];
            assertEquals(ratio, newton.weight(c), 1e-12 * ratio);
            most = Math.max(most, ratio);
            for (int i = 0; i < 7; i++) {
              left[i] -= ratio * column[i] * paid;
            }
          }
          double rounding = most > 1e6 ? 1e-2 : 1e-8;
          for (int i = 0; i < 7; i++) {
            assertEquals(0, left[i], rounding, "run " + run + " row " + i + " solve " + solve);
          }
          assertEquals(0, level ? ofLevel : 0, 1e-6);
          assertTrue(level || found.level == 0);
        }
      }
    }
  }

  @Test
  void factor_pointWithoutNumbers_isRefused() {
    Random random = new Random(6);
    RowProgram program = program(true, 0, false, random);
    RowIterate at = point(program, random);
    at.z[1] = 0;
    assertFalse(new RowDirections(program, true, 1e-13).factor(at));
    RowProgram plain = program(false, 0, false, random);
    RowIterate other = point(plain, random);
    other.slack[1] = 0;
    assertFalse(new ColumnDirections(new ColumnRows(plain)).factor(other));
  }

  /** A point of four columns, of which the second runs out after half of a step. */
  @Test
  void reach_ofADirection_isToTheNearestBoundary() {
    Random random = new Random(7);
    RowProgram program = program(true, 0, true, random);
    RowIterate at = point(program, random);
    RowIterate d = new RowIterate(program);
    Arrays.fill(at.x, 1);
    Arrays.fill(at.z, 2);
    Arrays.fill(at.slack, 3);
    Arrays.fill(at.price, 4);
    d.x[0] = -0.5;
    PredictorCorrector.Reach reach = at.reach(program, d);
    assertEquals(1, reach.longestPrimal());
    assertEquals(1, reach.longestDual());
    d.x[1] = -2;
    assertEquals(0.5, reach.longestPrimal());
    d.slack[2] = -12;
    assertEquals(0.25, reach.longestPrimal());
    d.z[3] = -4;
    assertEquals(0.5, reach.longestDual());
    d.price[5] = -16;
    assertEquals(0.25, reach.longestDual());
    d.price[6] = -400; // of an equation, whose price has any sign
    assertEquals(0.25, reach.longestDual());
    double products = 4 * 2 + 7 * 12;
    assertEquals(products, reach.products(0, 0));
    // after a quarter: x 7/8 and 1/2, a slack of 0, z 1, prices of 0 and −96
    double after = (7 / 8.0 + 0.5 + 1) * 2 + 1 * 1 + 4 * 12 + 0 + 0 + 3 * -96.0;
    assertEquals(after, reach.products(0.25, 0.25), 1e-12);
    at.moveBy(d, 0.25, 0.5);
    assertEquals(7 / 8.0, at.x[0]);
    assertEquals(0, at.slack[2]);
    assertEquals(0, at.z[3]);
    assertEquals(-4, at.price[5]);
  }

  @Test
  void entries_ofAColumn_ascendInAnyOrder() {
    RowProgram program = new RowProgram(1, 1, 4, 0, 0);
    for (int c = 0; c < 40; c++) { // more than there is room for at first
      program.entry(3, 30);
      program.entry(0, 10);
      program.entry(2, 20);
      program.endColumn(c);
    }
    assertEquals(40, program.columns());
    for (int c = 0; c < 40; c++) {
      assertArrayEquals(
          new int[] {0, 2, 3},
          Arrays.copyOfRange(program.row, program.start[c], program.start[c + 1]));
      assertArrayEquals(
          Cases.row(10, 20, 30),
          Arrays.copyOfRange(program.value, program.start[c], program.start[c + 1]));
      assertEquals(c, program.gain[c]);
    }
    double[] sums = {1, 1, 1, 1};
    program.add(7, 0.5, sums);
    assertArrayEquals(Cases.row(6, 1, 11, 16), sums);
    assertEquals(10 * 1 + 20 * 3 + 30 * 4, program.priced(7, Cases.row(1, 2, 3, 4)));
    assertFalse(program.isDemand(0) || program.isDemand(1));
    assertTrue(program.isDemand(2));
    assertEquals(100, program.mostSteps());
    RowProgram many = new RowProgram(1, 1, 1_000, 0, 0);
    for (int c = 0; c < 800; c++) {
      many.endColumn(0);
    }
    assertEquals(200, many.mostSteps());
  }

  @Test
  void withLevelAsColumn_ofALevel_isTheSameProgram() {
    RowProgram program = program(true, 0, true, new Random(8));
    RowProgram all = program.withLevelAsColumn();
    assertEquals(program.columns() + 1, all.columns());
    assertArrayEquals(program.limit, all.limit);
    assertArrayEquals(program.exact, all.exact);
    assertArrayEquals(program.lean, all.lean);
    assertFalse(all.hasLevel());
    for (int c = 0; c < program.columns(); c++) {
      assertArrayEquals(values(program, c), values(all, c));
      assertEquals(program.gain[c], all.gain[c]);
    }
    assertArrayEquals(program.requirement, values(all, program.columns()));
    assertEquals(1, all.gain[program.columns()]);
    RowProgram plain = program(false, 0, false, new Random(8));
    assertSame(plain, plain.withLevelAsColumn());
    assertTrue(plain.hasUtility() && !plain.hasLevel());
  }

  /** Requirements at which all slopes are 1, and no gains. */
  @Test
  void ofLeastUtility_ofPowers_isALevel() {
    RowProgram program = program(false, -9, true, new Random(9));
    RowProgram least = program.ofLeastUtility();
    assertEquals(1, least.requirement[4], 1e-12); // q to the power of −10 is 1
    assertEquals(Math.pow(2, 0.1), least.requirement[5], 1e-12);
    assertEquals(0, least.requirement[0]);
    assertTrue(least.hasLevel() && !least.hasUtility());
    assertArrayEquals(program.limit, least.limit);
    assertArrayEquals(program.exact, least.exact);
    assertArrayEquals(program.lean, least.lean);
    assertEquals(program.columns(), least.columns());
    assertArrayEquals(values(program, 3), values(least, 3));
    assertArrayEquals(new double[4], least.gain);
    assertEquals(10, program.curvature(4));
    assertEquals(1, program.curvature(0));
  }
}
