package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Against the dense factorisation, for columns of one or two jobs in some pool. */
class SparseCholeskyProperties {

  private static final int POOLS = 2;

  /** Rows of time, pools and one demand for each job; each job alone and a few pairs. */
  private static RowProgram program(int jobs, int pairs, Random random) {
    RowProgram program = new RowProgram(jobs, POOLS, 2 * jobs + POOLS, 0, 0);
    Arrays.fill(program.limit, 1);
    for (int m = 0; m < jobs; m++) {
      program.lean[jobs + POOLS + m] = m;
    }
    for (int c = 0; c < jobs + pairs; c++) {
      int first = c < jobs ? c : random.nextInt(jobs);
      int second = c < jobs ? c : random.nextInt(jobs);
      for (int m : first == second ? new int[] {first} : new int[] {first, second}) {
        program.entry(m, 1);
        program.entry(jobs + POOLS + m, -1 - random.nextDouble());
      }
      program.entry(jobs + random.nextInt(POOLS), 1);
      program.endColumn(0);
    }
    return program;
  }

  /** {@code A D Aᵀ + 1}, with random weights. */
  private static void fill(RowProgram program, Random random, SymmetricFactor... factors) {
    for (SymmetricFactor factor : factors) {
      factor.clear();
    }
    for (int c = 0; c < program.columns(); c++) {
      double weight = random.nextDouble();
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        for (int f = program.start[c]; f <= e; f++) {
          for (SymmetricFactor factor : factors) {
            double value = weight * program.value[e] * program.value[f];
            factor.add(program.row[e], program.row[f], value);
          }
        }
      }
    }
    for (int i = 0; i < program.rows; i++) {
      for (SymmetricFactor factor : factors) {
        factor.add(i, i, 1);
      }
    }
  }

  @Property
  void solve_anyPairs_agreesWithDense(
      @ForAll @IntRange(min = 1, max = 40) int jobs,
      @ForAll @IntRange(max = 80) int pairs,
      @ForAll Draws random) {
    RowProgram program = program(jobs, pairs, random);
    SymmetricFactor sparse = new SparseCholesky(EliminationOrder.of(program));
    SymmetricFactor dense = new Cholesky(program.rows);
    for (int again = 0; again < 2; again++) {
      fill(program, random, sparse, dense);
      for (int m = 0; m < jobs; m++) {
        sparse.erase(jobs + POOLS + m, m);
        dense.erase(jobs + POOLS + m, m);
        sparse.add(m, m, 8);
        dense.add(m, m, 8);
        sparse.add(jobs + POOLS + m, jobs + POOLS + m, 80);
        dense.add(jobs + POOLS + m, jobs + POOLS + m, 80);
      }
      assertTrue(sparse.factor() && dense.factor());
      double[] x = random.doubles(program.rows, -1, 1).toArray();
      double[] y = x.clone();
      sparse.solve(x);
      dense.solve(y);
      for (int i = 0; i < x.length; i++) {
        assertEquals(y[i], x[i], 1e-10);
      }
    }
  }

  /** Rows that join sets of columns, and some that are kept apart. */
  @Property
  void solve_anySetsOfColumns_agreesWithDense(
      @ForAll @IntRange(min = 1, max = 30) int sets,
      @ForAll @IntRange(max = 60) int rows,
      @ForAll Draws random) {
    int[] setOf =
        IntStream.range(0, sets)
            .flatMap(s -> IntStream.generate(() -> s).limit(1 + s % 3))
            .toArray();
    int[] start = new int[rows + 1];
    int[] column = new int[2 * rows];
    boolean[] apart = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      start[i + 1] = 2 * (i + 1);
      column[2 * i] = random.nextInt(setOf.length);
      column[2 * i + 1] = random.nextInt(setOf.length);
      apart[i] = random.nextInt(4) == 0;
    }
    SymmetricFactor sparse =
        new SparseCholesky(EliminationOrder.ofSets(setOf, start, column, apart));
    SymmetricFactor dense = new Cholesky(setOf.length);
    for (SymmetricFactor factor : List.of(sparse, dense)) {
      for (int c = 0; c < setOf.length; c++) {
        factor.add(c, c, 200);
        for (int d = 0; d < c; d++) {
          if (setOf[c] == setOf[d]) {
            factor.add(c, d, 1);
          }
        }
      }
      for (int i = 0; i < rows; i++) {
        int first = Math.min(column[2 * i], column[2 * i + 1]);
        int last = Math.max(column[2 * i], column[2 * i + 1]);
        if (!apart[i]) {
          factor.add(last, first, i % 3);
        }
      }
      assertTrue(factor.factor());
    }
    double[] x = random.doubles(setOf.length, -1, 1).toArray();
    double[] y = x.clone();
    sparse.solve(x);
    dense.solve(y);
    assertArrayEquals(y, x, 1e-12);
  }

  @Example
  void of_fewPairs_leavesASmallCore() {
    RowProgram few = program(200, 100, new Random(1));
    RowProgram many = program(200, 20_000, new Random(1));
    assertTrue(EliminationOrder.of(few).core() < few.rows / 4);
    assertTrue(EliminationOrder.of(many).core() > many.rows / 2);
  }

  @Example
  void factor_notANumber_isRefused() {
    RowProgram program = program(20, 10, new Random(2));
    SymmetricFactor sparse = new SparseCholesky(EliminationOrder.of(program));
    for (int row : new int[] {3, 21}) { // of the front, and of the core
      fill(program, new Random(3), sparse);
      sparse.add(row, row, Double.NaN);
      assertFalse(sparse.factor());
    }
  }
}
