package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowSimplexTest {

  private static Optional<RowSimplex.Vertex> solve(
      RowProgram program, int mostSteps, boolean cancelled) {
    return RowSimplex.solve(program, RowSimplex.TOLERANCE, new int[0], mostSteps, () -> cancelled);
  }

  /** Time of jobs, pools, floors of some jobs, and an equation of a few columns. */
  private static RowProgram program(Random random, int jobs, int types, boolean isLevel) {
    int rows = 2 * jobs + types + 1;
    RowProgram program = new RowProgram(jobs, types, rows, 0, jobs * types);
    for (int m = 0; m < jobs; m++) {
      program.limit[m] = 1;
      int demand = jobs + types + m;
      program.lean[demand] = m;
      program.requirement[demand] = isLevel ? 0.5 + random.nextDouble() : 0;
      program.limit[demand] = !isLevel && m % 3 == 0 ? -0.01 : 0;
    }
    for (int k = 0; k < types; k++) {
      program.limit[jobs + k] = 0.3 * jobs / types;
    }
    program.limit[rows - 1] = 0.2;
    program.exact[rows - 1] = true;
    for (int m = 0; m < jobs; m++) {
      for (int k = 0; k < types; k++) {
        double rate = 0.2 + random.nextDouble();
        program.entry(m, 1);
        program.entry(jobs + k, 1 + random.nextInt(2));
        program.entry(jobs + types + m, -rate);
        if (random.nextInt(10) == 0) {
          program.entry(rows - 1, random.nextDouble() - 0.2);
        }
        program.endColumn(isLevel ? 0 : rate * random.nextDouble());
      }
    }
    return program;
  }

  /** Point and prices keep all rows, and have the same objective. */
  @Test
  void solve_randomRows_provesItsVertex() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      RowProgram program =
          program(random, 10 + random.nextInt(90), 2 + random.nextInt(6), seed % 2 == 0);
      Optional<RowSimplex.Vertex> found = solve(program, 100_000, false);
      assertTrue(found.isPresent(), "seed " + seed);
      RowSimplex.Vertex vertex = found.get();
      double[] used = new double[program.rows];
      double primal = vertex.level();
      for (int c = 0; c < program.columns(); c++) {
        assertTrue(vertex.x()[c] >= 0);
        program.add(c, vertex.x()[c], used);
        primal += program.gain[c] * vertex.x()[c];
        double paid = program.priced(c, vertex.prices());
        assertTrue(paid >= program.gain[c] - 1e-8, "seed " + seed + " column " + c);
      }
      double dual = 0;
      double ofLevel = 0;
      for (int i = 0; i < program.rows; i++) {
        double open = program.limit[i] - used[i] - program.requirement[i] * vertex.level();
        assertTrue(open >= -1e-8, "seed " + seed + " row " + i);
        assertTrue(!program.exact[i] || open <= 1e-8, "seed " + seed + " row " + i);
        assertTrue(program.exact[i] || vertex.prices()[i] >= 0);
        dual += vertex.prices()[i] * program.limit[i];
        ofLevel += vertex.prices()[i] * program.requirement[i];
      }
      assertEquals(primal, dual, 1e-9 * (1 + Math.abs(dual)), "seed " + seed);
      assertEquals(program.hasLevel() ? 1 : 0, ofLevel, 1e-9);
    }
  }

  /**
   * A job runs all its time, as an equation asks and two pools allow: more of them adds nothing.
   */
  @Test
  void solve_limitsThatHoldTogether_pricesOfTheLeastWorth() {
    RowProgram program = new RowProgram(1, 2, 4, 0, 1);
    Arrays.fill(program.limit, 1);
    program.exact[3] = true;
    for (int i = 0; i < 4; i++) {
      program.entry(i, 1);
    }
    program.endColumn(3);
    RowSimplex.Vertex vertex = solve(program, 100, false).orElseThrow();
    assertArrayEquals(new double[] {1}, vertex.x());
    assertArrayEquals(new double[] {3, 0, 0, 0}, vertex.prices());
  }

  @Test
  void solve_tooFewStepsOrCancelled_isEmpty() {
    RowProgram program = program(new Random(1), 30, 3, false);
    assertTrue(solve(program, 3, false).isEmpty());
    assertTrue(solve(program, 1_000, true).isEmpty());
  }

  /** A limit below 0 of entries that are at least 0. */
  @Test
  void solve_contradiction_isEmpty() {
    RowProgram program = new RowProgram(1, 0, 2, 0, 1);
    program.limit[0] = 1;
    program.limit[1] = -0.5;
    program.entry(0, 1);
    program.entry(1, 1);
    program.endColumn(1);
    assertTrue(solve(program, 100, false).isEmpty());
  }
}
