package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Newton;
import io.gavel.policies.lp.solver.internal.interior.NewtonSystem;
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

  private static double[] values(RowProgram program, int c) {
    double[] dense = new double[program.rows];
    for (int e = program.start[c]; e < program.start[c + 1]; e++) {
      dense[program.row[e]] += program.value[e];
    }
    return dense;
  }

  static void assertSolves(RowProgram program, NewtonSystem newton, Random random) {
    RowBlocks blocks = new RowBlocks(program);
    Newton.assertSolves(blocks, newton, Newton.point(blocks, random), 1e-9);
  }

  @Test
  void solve_byRows_satisfiesNewtonsEquations() {
    Random random = new Random(4);
    for (int run = 0; run < 20; run++) {
      boolean exact = run % 2 == 0;
      RowProgram level = program(true, 0, exact, random);
      assertSolves(level, new NormalEquations(new RowBlocks(level), 1e-13), random);
      RowProgram utility = program(false, run % 3 == 0 ? 0.5 : 0, exact, random);
      assertSolves(utility, new NormalEquations(new RowBlocks(utility), 1e-13), random);
    }
  }

  @Test
  void solve_byColumns_satisfiesNewtonsEquations() {
    Random random = new Random(5);
    for (int run = 0; run < 20; run++) {
      RowProgram all = program(true, 0, false, random).asLimits();
      assertEquals(5, all.columns());
      assertSolves(all, new ColumnDirections(new ColumnRows(all)), random);
    }
  }

  @Test
  void factor_pointWithoutNumbers_isRefused() {
    Random random = new Random(6);
    RowProgram program = program(true, 0, false, random);
    RowBlocks blocks = new RowBlocks(program);
    Iterate at = Newton.point(blocks, random);
    at.z[0][1] = 0;
    assertFalse(new NormalEquations(blocks, 1e-13).factor(at));
    RowProgram plain = program(false, 0, false, random);
    Iterate other = Newton.point(new RowBlocks(plain), random);
    other.slack[0][1] = 0;
    assertFalse(new ColumnDirections(new ColumnRows(plain)).factor(other));
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
  void asLimits_ofALevel_isTheSameProgram() {
    RowProgram program = program(true, 0, false, new Random(8));
    RowProgram all = program.asLimits();
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
    assertEquals(plain.columns(), plain.asLimits().columns());
    assertTrue(plain.asLimits().hasUtility() && !plain.hasLevel());
  }

  /** {@code x1 − x2 = 3} is {@code ≤ 3} and {@code ≥ 3}, and its price has either sign. */
  @Test
  void asLimits_ofAnEquation_areTwo() {
    RowProgram program = new RowProgram(0, 0, 1, 0, 2);
    program.limit[0] = 3;
    program.exact[0] = true;
    program.entry(0, 1);
    program.endColumn(0);
    program.entry(0, -1);
    program.endColumn(0);
    RowProgram all = program.asLimits();
    assertArrayEquals(new double[] {3, -3}, all.limit);
    assertArrayEquals(new boolean[2], all.exact);
    assertArrayEquals(new double[] {1, -1}, values(all, 0));
    assertArrayEquals(new double[] {-1, 1}, values(all, 1));
    assertArrayEquals(new double[] {-2}, program.ofLimits(new double[] {0, 2}));
  }

  @Test
  void curvature_ofPowers_isThatOfUtilities() {
    RowBlocks blocks = new RowBlocks(program(false, -9, true, new Random(9)));
    assertEquals(10, blocks.curvature(0, 4));
    assertEquals(1, blocks.curvature(0, 0));
  }
}
