package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a direction by rows leaves of the rows, with refinement and without. */
class RowDirectionsTest {

  private static final int ROWS = 7;

  private static RowProgram program(Random random) {
    RowProgram program = new RowProgram(0, 0, ROWS, 0, 8);
    for (int c = 0; c < 8; c++) {
      for (int i = 0; i < ROWS; i++) {
        program.entry(i, random.nextDouble() - 0.5);
      }
      program.endColumn(random.nextDouble());
    }
    return program;
  }

  /** The largest part of a row that a step of a direction does not close. */
  private static double left(RowProgram program, RowResiduals open, RowIterate d) {
    double[] left = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      left[i] = open.rowGap[i] - d.slack[i];
    }
    for (int c = 0; c < 8; c++) {
      program.add(c, -d.x[c], left);
    }
    double largest = 0;
    for (double part : left) {
      largest = Math.max(largest, Math.abs(part));
    }
    return largest;
  }

  /** Columns of weights up to 10¹² multiply the rounding of prices by as much. */
  @Test
  void solve_unequalWeights_saysWhatIsLeftAndRefinesIt() {
    Random random = new Random(14);
    for (int run = 0; run < 20; run++) {
      RowProgram program = program(random);
      RowIterate at = RowStepsTest.point(program, random);
      double heaviest = 1;
      for (int c = 0; c < 8; c++) {
        at.z[c] *= Math.pow(10, -random.nextInt(13));
        heaviest = Math.max(heaviest, at.x[c] / at.z[c]);
      }
      RowResiduals open = new RowResiduals(program, false);
      open.measure(at);
      open.aim(at, 0.1, new RowIterate(program), 0);
      RowIterate rough = new RowIterate(program);
      RowDirections once = new RowDirections(program, false, Double.MAX_VALUE);
      assertTrue(once.factor(at));
      double before = once.solve(at, open, rough);
      double expected = left(program, open, rough);
      assertTrue(expected > 0 && expected <= 1e-11 * heaviest, expected + " of " + heaviest);
      assertEquals(expected, before, 1e-12 + 1e-3 * expected);
      RowDirections refined = new RowDirections(program, false, 1e-14);
      assertTrue(refined.factor(at));
      RowIterate fine = new RowIterate(program);
      double after = refined.solve(at, open, fine);
      assertEquals(left(program, open, fine), after, 1e-12);
      assertTrue(after <= before && after <= 1e-9, after + " of " + before);
    }
  }
}
