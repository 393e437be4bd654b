package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.interior.Iterate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A demand over one time and two columns, whose two equations are solved by hand. */
class NormalEquationsTest {

  private static final double[] TIME = {2, 0.5};
  private static final double[] RATE = {3, 1};

  private static RowProgram program() {
    RowProgram program = new RowProgram(1, 0, 2, 0, 2);
    for (int c = 0; c < 2; c++) {
      program.entry(0, TIME[c]);
      program.entry(1, -RATE[c]);
      program.endColumn(0);
    }
    program.lean[1] = 0;
    return program;
  }

  private static Iterate point(RowProgram program, double... weight) {
    Iterate at = new Iterate(new RowBlocks(program));
    for (int c = 0; c < 2; c++) {
      at.x[0][c] = Math.sqrt(weight[c]);
      at.z[0][c] = 1 / at.x[0][c];
    }
    Arrays.fill(at.slack[0], 1);
    Arrays.fill(at.price[0], 1);
    return at;
  }

  private static void assertSolves(NormalEquations newton, double ofTime, double ofDemand) {
    Iterate found = new Iterate(new RowBlocks(program()));
    newton.solve(new double[][] {{1, 2}}, 0, found);
    assertEquals(ofTime, found.price[0][0], 1e-12 * Math.abs(ofTime));
    assertEquals(ofDemand, found.price[0][1], 1e-12 * Math.abs(ofDemand));
  }

  @Test
  void solve_columnsOfAnyTime_isTheSolutionOfTheTwoEquations() {
    RowProgram program = program();
    NormalEquations newton = new NormalEquations(new RowBlocks(program), 1e-13);
    for (double[] weight : new double[][] {{2, 3}, {0.25, 8}, {5, 1}}) {
      assertTrue(newton.factor(point(program, weight)));
      double times = 1;
      double mixed = 0;
      double rates = 1;
      for (int c = 0; c < 2; c++) {
        times += weight[c] * TIME[c] * TIME[c];
        mixed -= weight[c] * TIME[c] * RATE[c];
        rates += weight[c] * RATE[c] * RATE[c];
      }
      double determinant = times * rates - mixed * mixed;
      assertSolves(newton, (rates - 2 * mixed) / determinant, (2 * times - mixed) / determinant);
    }
  }

  /**
   * With a column that outweighs all else by more than the precision of a double, the demand's
   * price is that of the other column and the slacks, measured from the heavy column's rate.
   */
  @Test
  void solve_oneColumnThatOutweighsAll_losesNothingOfTheOther() {
    RowProgram program = program();
    NormalEquations newton = new NormalEquations(new RowBlocks(program), 1e-13);
    for (int heavy : new int[] {0, 1, 0}) {
      int light = 1 - heavy;
      double[] weight = {1, 1};
      weight[heavy] = 1e20;
      assertTrue(newton.factor(point(program, weight)));
      double mean = RATE[heavy] / TIME[heavy];
      double apart = RATE[light] - mean * TIME[light];
      double ofDemand = (2 + mean) / (1 + apart * apart + mean * mean);
      assertSolves(newton, mean * ofDemand, ofDemand);
    }
  }
}
