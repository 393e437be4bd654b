package io.gavel.policies.lp.solver.closest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.rows.RowInteriorPoint;
import io.gavel.policies.lp.solver.interior.rows.RowProgram;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rows against the lines of the program that they stand for, term by term. */
class ClosestPointRowsTest {

  private static final double BIT = 0x1p-20;

  /** Four jobs, one of them a gang, and a pair; nobody runs on the last type. */
  private static AllocationProgram program() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(3, 5, 7))
            .job(Job.of("1"), 4, 1, 0)
            .job(Job.builder("2").scaleFactor(2).build(), 1, 2, 0)
            .job(Job.of("3"), 0, 3, 0)
            .job(Job.of("4"), 2, 2, 0)
            .pair("1", "4", Cases.row(3, 0, 0), Cases.row(0.5, 0, 0))
            .build();
    AllocationProgram plain =
        AllocationProgram.maximizeSum(problem, Cases.row(1, 2, 3, 4))
            .withFloor(Cases.row(0.75, 0, 0.5, 0));
    int[] columns = {0, 2, 5};
    return plain.withRows(
        CouplingRows.builder()
            .add("most", Relation.AT_MOST, 0.9, columns, Cases.row(1, 2, 3))
            .add("least", Relation.AT_LEAST, 0.2, columns, Cases.row(3, 2, 1))
            .add("equal", Relation.EXACTLY, 0.7, columns, Cases.row(1, 1, 1))
            .build());
  }

  /** Of the columns 1a, 1b, 2a, 2b, 3b, 4a, 4b and the pair on a. */
  private static double[] held() {
    return Cases.row(0.25, 1e-10, 1, 0, 0.5, 0, 2e-9, 0.125);
  }

  @Test
  void limits_atAnyPoint_leaveWhatTheLinesLeave() {
    AllocationProgram program = program();
    double[] held = held();
    assertEquals(held.length, program.columnCount());
    RowProgram rows = new ClosestPointRows(program, held, 6).rows();
    Random random = new Random(1);
    double[] kept = new double[held.length];
    double[] fresh = new double[held.length];
    Arrays.setAll(kept, c -> held[c] > 1e-9 ? random.nextDouble() : 0);
    Arrays.setAll(fresh, c -> held[c] < 1 ? random.nextDouble() : 0);
    double[] slack = rows.limit.clone();
    double gain = 0;
    int column = 0;
    for (int c = 0; c < held.length; c++) {
      double[] parts = {kept[c], fresh[c]};
      boolean[] exists = {held[c] > 1e-9, held[c] < 1};
      for (int part = 0; part < 2; part++) {
        if (exists[part]) {
          for (int e = rows.start[column]; e < rows.start[column + 1]; e++) {
            slack[rows.row[e]] -= rows.value[e] * parts[part];
          }
          gain += rows.gain[column++] * parts[part];
        }
      }
    }
    assertEquals(column, rows.columns());
    double[] x = new double[held.length];
    Arrays.setAll(x, c -> kept[c] + fresh[c]);
    int i = 0;
    for (int m = 0; m < 4; m++) {
      double time = 1;
      for (int c = 0; c < x.length; c++) {
        time -= program.first(c) == m || program.second(c) == m ? x[c] : 0;
      }
      assertEquals(time, slack[i++], 1e-12, "time of " + m);
    }
    for (int c = 0; c < x.length; c++) {
      if (held[c] > 1e-9 && held[c] < 1) {
        assertEquals(held[c] - kept[c], slack[i++], 1e-12, "cap of " + c);
      }
    }
    assertEquals(rows.times, i);
    double[] unit = {2, 4}; // powers of two below 3 and 5 workers
    for (int k = 0; k < 2; k++) {
      double left = program.workers(k);
      for (int c = 0; c < x.length; c++) {
        left -= program.pool(c) == k ? program.size(c) * x[c] : 0;
      }
      assertEquals(left / unit[k], slack[i++], 1e-12, "pool " + k);
    }
    assertEquals(1, slack[i++]); // of the pool that nobody uses
    assertEquals(3, rows.pools);
    double[] throughput = program.throughput(x);
    assertEquals(0, rows.lean[i]);
    assertEquals(throughput[0] - 0.75, slack[i++], 1e-12);
    assertEquals(2, rows.lean[i]);
    assertEquals(throughput[2] - 0.5, slack[i++], 1e-12);
    assertEquals((program.objective(x) - 6) / 4, slack[i++], 1e-12);
    assertEquals(0.9 - x[0] - 2 * x[2] - 3 * x[5], slack[i], 1e-12);
    assertFalse(rows.exact[i++]);
    assertEquals(3 * x[0] + 2 * x[2] + x[5] - 0.2, slack[i], 1e-12);
    assertFalse(rows.exact[i++]);
    assertEquals(0.7 - x[0] - x[2] - x[5], slack[i], 1e-12);
    assertTrue(rows.exact[i++]);
    assertEquals(rows.rows, i);

    double worth = 0;
    double[] speed = {1, 0.25, 0.5, 1, 1, 1, 1, 0.75 + 0.25};
    for (int c = 0; c < x.length; c++) {
      double order = (4 - program.first(c)) / 4.0;
      worth += program.size(c) * (kept[c] * (1 + BIT * order) + BIT * speed[c] * x[c]);
    }
    assertEquals(worth, gain, 1e-12);
  }

  /** A gain of nothing is no line, and neither are limits that the program does not have. */
  @Test
  void limits_ofAPlainProgram_areTimesAndPools() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram plain = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    RowProgram rows = new ClosestPointRows(plain, Cases.row(1, 0), 0).rows();
    assertEquals(3, rows.rows);
    assertEquals(2, rows.columns());
    assertEquals(4, new ClosestPointRows(plain, Cases.row(1, 0), 1).rows().rows);
  }

  /**
   * Prices of 0 are raised to what columns are worth. The first job's one column was held all of
   * the time: its time costs 1 and two bits. The second job's time costs a bit, as fresh time is
   * worth; the half that it held is worth 1 and half a bit more.
   */
  @Test
  void mostKept_withoutPrices_isWhatWasHeld() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram plain = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    ClosestPointRows rows = new ClosestPointRows(plain, Cases.row(1, 0.5), 0);
    double[] none = new double[rows.rows().rows];
    assertEquals(1 + 2 * BIT + BIT + 0.5 * (1 + BIT / 2), rows.mostKept(none));
    ClosestPointRows tiny = new ClosestPointRows(plain, Cases.row(1, 0x1p-40), 0);
    assertEquals(1 + 2 * BIT + BIT + 0x1p-40, tiny.mostKept(new double[3]));
    assertEquals(0, Arrays.stream(none).sum()); // not modified
  }

  /** A price of the pool pays for what columns are worth, so that times need not. */
  @Test
  void mostKept_atThePriceOfAWorker_isThatOfTheWorkers() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram plain = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    ClosestPointRows rows = new ClosestPointRows(plain, Cases.row(1, 0.5), 0);
    double[] price = {0, 0, 0, 2}; // two times, a cap, the pool
    assertEquals(2, rows.mostKept(price));
    double[] low = {0, 0, 0, 1};
    assertEquals(1 + 2 * BIT + 0.5 * (1.5 * BIT), rows.mostKept(low));
  }

  /** No prices prove less than a point keeps. */
  @Test
  void mostKept_atAnyPrices_isAtLeastWhatAPointKeeps() {
    AllocationProgram program = program();
    double[] held = held();
    double[] x = Cases.row(0.25, 0.1, 0.05, 0, 0.5, 0.4, 0, 0.125);
    CouplingRows fit =
        CouplingRows.builder()
            .add("sum", Relation.EXACTLY, 0.7, new int[] {0, 2, 5}, Cases.row(1, 1, 1))
            .build();
    ClosestPointRows rows = new ClosestPointRows(program.withRows(fit), held, 3);
    double kept = 0.25 + 2 * 0.05 + 0.5 + 0.125;
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      double[] price = new double[rows.rows().rows];
      Arrays.setAll(price, k -> random.nextBoolean() ? 0 : random.nextDouble());
      price[price.length - 1] *= random.nextBoolean() ? 1 : -1;
      assertTrue(rows.mostKept(price) >= kept, Arrays.toString(price));
    }
    assertTrue(program.objective(x) >= 3);
  }

  @Test
  void fractions_ofAMethod_areItsKeptAndFreshParts() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    AllocationProgram plain = AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
    ClosestPointRows rows = new ClosestPointRows(plain, Cases.row(1, 0.5), 0);
    RowInteriorPoint method = new RowInteriorPoint(rows.rows());
    assertTrue(method.step());
    double[] parts = method.fractions(); // the first kept, the second kept, and fresh
    double[] x = rows.fractions(method);
    assertEquals(3, parts.length);
    assertEquals(parts[0], x[0]);
    assertEquals(parts[1] + parts[2], x[1]);
    assertTrue(x[0] > 0 && parts[2] > 0);
  }

  /** Pairs connect the rows of jobs, so that the matrix of their equations is dense. */
  @Test
  void isSolvable_withPairs_dependsOnTheNumberOfRows() {
    assertTrue(new ClosestPointRows(program(), held(), 0).isSolvable());
    assertFalse(new ClosestPointRows(many(2_500, true), new double[2_501], 0).isSolvable());
    assertTrue(new ClosestPointRows(many(2_499, true), new double[2_500], 0).isSolvable());
    assertTrue(new ClosestPointRows(many(2_501, false), new double[2_501], 0).isSolvable());
  }

  /** Jobs with floors, two of which may share: two rows each, and two pools. */
  private static AllocationProgram many(int jobs, boolean pair) {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(jobs, 1));
    double[] floor = new double[jobs];
    Arrays.fill(floor, 1e-3);
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("" + m), 1, 0);
    }
    if (pair) {
      problem.pair("0", "1", Cases.row(1, 0), Cases.row(1, 0));
    }
    return AllocationProgram.maximizeSum(problem.build(), new double[jobs]).withFloor(floor);
  }
}
