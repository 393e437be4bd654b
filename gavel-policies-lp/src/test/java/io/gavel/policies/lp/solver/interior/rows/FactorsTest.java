package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Factors against the plain product of the matrix and what they solve. */
class FactorsTest {

  /**
   * Rows of blocks that share only the last two, as columns with an entry in each of their rows.
   */
  private static RowProgram program(int rows, int block, Random random) {
    RowProgram program = new RowProgram(0, 0, rows, 0, 1);
    for (int c = 0; c < 4 * rows; c++) {
      int first = random.nextInt(rows - 2) / block * block;
      for (int i = first; i < Math.min(first + block, rows - 2); i++) {
        program.entry(i, random.nextDouble() - 0.5);
      }
      program.entry(rows - 2 + c % 2, random.nextDouble());
      program.endColumn(0);
    }
    return program;
  }

  /** The sum of the columns' squares, plus 1 on the diagonal. */
  private static double[][] matrix(RowProgram program) {
    double[][] a = new double[program.rows][program.rows];
    for (int i = 0; i < a.length; i++) {
      a[i][i] = 1;
    }
    for (int c = 0; c < program.columns(); c++) {
      for (int e = program.start[c]; e < program.start[c + 1]; e++) {
        for (int f = program.start[c]; f < program.start[c + 1]; f++) {
          a[program.row[e]][program.row[f]] += program.value[e] * program.value[f];
        }
      }
    }
    return a;
  }

  private static void fill(SymmetricFactor factor, double[][] a) {
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k <= i; k++) {
        if (a[i][k] != 0) {
          factor.add(i, k, 0.25 * a[i][k]);
          factor.add(i, k, 0.75 * a[i][k]); // entries are sums
        }
      }
    }
  }

  private static void assertSolves(SymmetricFactor factor, double[][] a, Random random) {
    assertTrue(factor.factor());
    double[] b = random.doubles(a.length, -1, 1).toArray();
    double[] x = b.clone();
    factor.solve(x);
    for (int i = 0; i < a.length; i++) {
      double left = b[i];
      for (int k = 0; k < a.length; k++) {
        left -= a[Math.max(i, k)][Math.min(i, k)] * x[k];
      }
      assertEquals(0, left, 1e-9, "row " + i);
    }
  }

  private static List<SymmetricFactor> factors(RowProgram program) {
    return List.of(new Cholesky(program.rows), new SparseCholesky(EliminationOrder.of(program)));
  }

  /** Below, at and above the order of a block of columns, and with a rest of eight. */
  @Test
  void solve_anyMatrix_leavesNoResidual() {
    Random random = new Random(1);
    for (int rows : new int[] {3, 4, 9, 30, 64, 66, 75, 140}) {
      for (int block : new int[] {1, 3}) {
        RowProgram program = program(rows, block, random);
        double[][] a = matrix(program);
        for (SymmetricFactor factor : factors(program)) {
          fill(factor, a);
          assertSolves(factor, a, random);
          factor.clear();
          fill(factor, a);
          assertSolves(factor, a, random);
        }
      }
    }
  }

  /** An entry that is erased is 0, whatever was added before. */
  @Test
  void erase_entries_are0() {
    Random random = new Random(2);
    RowProgram program = program(30, 3, random);
    double[][] a = matrix(program);
    for (SymmetricFactor factor : factors(program)) {
      fill(factor, a);
      double[][] erased = Arrays.stream(a).map(double[]::clone).toArray(double[][]::new);
      int[][] entries = {{1, 0}, {29, 28}, {29, 4}, {5, 3}};
      for (int[] entry : entries) {
        factor.erase(entry[0], entry[1]);
        erased[entry[0]][entry[1]] = 0;
      }
      assertSolves(factor, erased, random);
    }
  }

  /** The diagonal is raised by one part in 10¹³; a pivot of nothing is one of 10⁻¹⁴ of it. */
  @Test
  void factor_dependentRows_areNearlySo() {
    RowProgram two = new RowProgram(0, 0, 2, 0, 1);
    two.entry(0, 1);
    two.entry(1, 1);
    two.endColumn(0);
    List<SymmetricFactor> factors =
        List.of(new Cholesky(2), new SparseCholesky(EliminationOrder.of(two)));
    for (SymmetricFactor factor : factors) {
      factor.add(0, 0, 4);
      factor.add(1, 0, 4);
      factor.add(1, 1, 4);
      assertTrue(factor.factor());
      double[] x = {1, 1};
      factor.solve(x);
      assertEquals(0.25, x[0] + x[1], 1e-3);
      double[] apart = {1, -1}; // of which the matrix has nothing but what was raised
      factor.solve(apart);
      assertEquals(1 / 4e-13, Math.abs(apart[0]), 0.6 / 4e-13);
      factor.clear();
      factor.add(0, 0, 1);
      factor.add(1, 0, 2); // not positive
      factor.add(1, 1, 1);
      assertTrue(factor.factor());
      double[] least = {0, 1e-14};
      factor.solve(least);
      assertEquals(1, least[1], 1e-9); // the pivot is 10⁻¹⁴ of the diagonal
    }
  }

  @Test
  void factor_notFinite_isRefused() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      RowProgram program = program(30, 3, new Random(3));
      for (int at : new int[] {0, 7, 28, 29}) {
        for (SymmetricFactor factor : factors(program)) {
          fill(factor, matrix(program));
          factor.add(at, at, bad);
          assertFalse(factor.factor(), factor.getClass() + " " + at);
        }
      }
    }
  }

  /** Each row comes once; those before the core have the entries that their elimination leaves. */
  @Test
  void order_ofSparseRows_eliminatesThoseWithFewNeighboursFirst() {
    RowProgram chain = new RowProgram(0, 0, 9, 0, 1); // 0 − 1 − 2 … 7, and 8 beside all
    for (int i = 0; i < 8; i++) {
      chain.entry(i, 1);
      chain.entry(8, 1);
      chain.endColumn(0);
      if (i < 7) {
        chain.entry(i, 1);
        chain.entry(i + 1, 1);
        chain.endColumn(0);
      }
    }
    EliminationOrder order = EliminationOrder.of(chain);
    int[] sorted = order.place.clone();
    Arrays.sort(sorted);
    assertEquals(IntStream.range(0, 9).boxed().toList(), Arrays.stream(sorted).boxed().toList());
    assertEquals(9 - order.front, order.core());
    assertEquals(0, order.place[0]); // an end has two neighbours, and so has the next one then
    assertEquals(1, order.place[1]);
    assertEquals(2, order.start[1] - order.start[0]);
    assertEquals(order.place[1], order.below[0]);
    assertEquals(order.place[8], order.below[1]);
    // an end is eliminated while two neighbours are few of what remains: 9, 8, 7, 6 and 5 rows
    assertEquals(5, order.front);
    RowProgram full = new RowProgram(0, 0, 6, 0, 1);
    for (int i = 0; i < 6; i++) {
      full.entry(i, 1);
    }
    full.endColumn(0);
    assertEquals(6, EliminationOrder.of(full).core());
    assertEquals(20_001, EliminationOrder.of(new RowProgram(0, 0, 20_001, 0, 1)).core());
    assertEquals(0, EliminationOrder.of(new RowProgram(0, 0, 100, 0, 1)).core());
  }
}
