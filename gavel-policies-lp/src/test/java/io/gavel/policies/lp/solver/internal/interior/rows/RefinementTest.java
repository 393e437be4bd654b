package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Newton;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a direction by rows leaves of the rows, with refinement and without. */
class RefinementTest {

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
  private static double left(RowProgram program, NormalEquations newton, Iterate d) {
    double[] left = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      left[i] = newton.rowGap[0][i] - d.slack[0][i];
    }
    for (int c = 0; c < 8; c++) {
      program.add(c, -d.x[0][c], left);
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
      RowBlocks blocks = new RowBlocks(program);
      Iterate at = Newton.point(blocks, random);
      double heaviest = 1;
      for (int c = 0; c < 8; c++) {
        at.z[0][c] *= Math.pow(10, -random.nextInt(13));
        heaviest = Math.max(heaviest, at.x[0][c] / at.z[0][c]);
      }
      Iterate rough = new Iterate(blocks);
      NormalEquations once = new NormalEquations(blocks, Double.MAX_VALUE);
      assertTrue(once.factor(at));
      Newton.aim(once, at, 0.1);
      double before = once.solve(at, rough);
      double expected = left(program, once, rough);
      assertTrue(expected > 0 && expected <= 1e-11 * heaviest, expected + " of " + heaviest);
      assertTrue(before <= expected * (1 + 1e-9));
      NormalEquations refined = new NormalEquations(blocks, 1e-14);
      assertTrue(refined.factor(at));
      Newton.aim(refined, at, 0.1);
      double after = refined.solve(at, new Iterate(blocks));
      assertTrue(after <= before && after <= 1e-9, after + " of " + before);
    }
  }
}
