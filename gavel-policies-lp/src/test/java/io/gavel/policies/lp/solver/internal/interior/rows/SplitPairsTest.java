package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Newton;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Columns of pairs that are split for an approximate matrix. */
class SplitPairsTest {

  private static final int JOBS = 80;

  /** Each job on both pools, and the given number of pairs on them, of jobs near each other. */
  private static RowProgram program(int pairs) {
    Random random = new Random(41);
    RowProgram program = new RowProgram(JOBS, 2, 2 * JOBS + 2, 0, 1);
    Arrays.fill(program.limit, 0, JOBS, 1);
    Arrays.fill(program.limit, JOBS, JOBS + 2, 20);
    for (int m = 0; m < JOBS; m++) {
      program.lean[JOBS + 2 + m] = m;
      program.requirement[JOBS + 2 + m] = 0.5 + random.nextDouble();
      add(program, random, m);
    }
    for (int p = 0, apart = 1; p < pairs; apart++) {
      for (int m = 0; m + apart < JOBS && p < pairs; m++, p++) {
        add(program, random, m, m + apart);
      }
    }
    return program;
  }

  private static void add(RowProgram program, Random random, int... jobs) {
    for (int k = 0; k < 2; k++) {
      program.entry(JOBS + k, 1);
      for (int m : jobs) {
        program.entry(m, 1);
        program.entry(JOBS + 2 + m, -0.5 - random.nextDouble());
      }
      program.endColumn(0);
    }
  }

  @Test
  void areMany_cubeOfPairsBeyondTheJobsAboveThatOfColumns_isTrue() {
    assertFalse(new SplitPairs(program(JOBS + 1_300)).areMany);
    assertTrue(new SplitPairs(program(JOBS + 1_400)).areMany);
  }

  @Test
  void part_columnThatIsSplit_leavesOutProductsOfItsJobs() {
    SplitPairs pairs = new SplitPairs(program(2_200));
    int pair = 2 * JOBS; // of the first two jobs
    int first = JOBS + 2;
    assertEquals(1, pairs.part(0, 0, JOBS)); // a single job
    assertEquals(1, pairs.part(pair, 0, first));
    assertEquals(1, pairs.part(pair, first + 1, 1));
    assertEquals(0, pairs.part(pair, 0, 1));
    assertEquals(0, pairs.part(pair, first, 1));
    assertEquals(0.5, pairs.part(pair, JOBS, 1));
    assertEquals(0.5, pairs.part(pair, JOBS, JOBS));
  }

  /** A pair is strong if it has most of the rows of both of its jobs. */
  @Test
  void choose_twoStrongPairs_keepsThemAndNoOther() {
    RowProgram program = program(2_200);
    SplitPairs pairs = new SplitPairs(program);
    double[] ratio = new double[program.columns()];
    Arrays.fill(ratio, 1e-3);
    int pair = 2 * JOBS;
    ratio[pair] = 1;
    ratio[pair + 4] = 1; // of the third and the fourth job
    double[] diagonal = new double[program.rows];
    for (int c = 0; c < ratio.length; c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        diagonal[program.row[e]] += ratio[c] * program.value[e] * program.value[e];
      }
    }
    pairs.choose(ratio, program.value, diagonal, 0.1);
    for (int c = pair; c < ratio.length; c++) {
      int e = program.start[c];
      double part = pairs.part(c, program.row[e], program.row[e + 1]);
      assertEquals(c == pair || c == pair + 4 ? 1 : 0, part, "column " + c);
    }
    pairs.choose(ratio, program.value, diagonal, 1e-9);
    for (int c = pair; c < ratio.length; c++) {
      assertEquals(1, pairs.part(c, program.row[program.start[c]], JOBS), "column " + c);
    }
  }

  /** Conjugate gradients reach the direction of the exact matrix, as near as the gap requires. */
  @Test
  void solve_manyPairs_satisfiesNewtonsEquations() {
    RowProgram program = program(2_200);
    RowBlocks blocks = new RowBlocks(program);
    NormalEquations newton = new NormalEquations(blocks, 1e-13);
    assertTrue(newton.isRough());
    Iterate at = Newton.point(blocks, new Random(43));
    for (int c = 0; c < program.columns(); c++) {
      at.z[0][c] *= 1e-4;
    }
    for (int i = 0; i < program.rows; i++) {
      at.slack[0][i] *= 1e-4;
    }
    assertTrue(newton.factor(at));
    Newton.aim(newton, at, 1e-5);
    double left = newton.solve(at, new Iterate(blocks));
    assertTrue(left > 1e-13 && left <= 1e-4, left + " left");
  }
}
