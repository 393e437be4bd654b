package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.lp.solver.interior.tiled.TiledCases.Aim;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The factored matrix against a dense elimination in which the moves of the level and of free
 * variables are unknowns.
 */
class ArrowMatrixTest {

  private final Random random = new Random(5);

  private TiledProgram teams(int teams) {
    AllocationProgram plain =
        TiledCases.program(TiledCases.problem(2 * teams + 5, 3, 2, random), Aim.SUM, random);
    return TiledProgram.of(TiledCases.teams(plain, teams), SolveLimits.none());
  }

  /** The matrix, entry by entry, and the same with unknown moves behind the prices. */
  private final class Twins {
    final TiledProgram tiled;
    final ArrowMatrix matrix;
    final double[][] dense;
    final double[] ratio;

    Twins(TiledProgram tiled, boolean hasLevel) {
      this.tiled = tiled;
      matrix = new ArrowMatrix(tiled, hasLevel);
      ratio = new double[tiled.freeGain.length];
      int order = tiled.resources + ratio.length + (hasLevel ? 1 : 0);
      dense = new double[order][order];
    }

    /** Slacks and jobs of each class. */
    void fill(double slack) {
      matrix.clear();
      for (double[] row : dense) {
        Arrays.fill(row, 0);
      }
      for (int k = 0; k < tiled.resources; k++) {
        add(slack * random.nextDouble(0.5, 1), new int[] {k}, new double[] {1});
      }
      for (int q = 0; q < tiled.classes; q++) {
        int[] rows = tiled.resourceOfClass[q];
        for (int k = 0; k < tiled.pools; k++) {
          int[] touched = new int[rows.length + 1];
          touched[0] = k;
          System.arraycopy(rows, 0, touched, 1, rows.length);
          add(1, touched, random.doubles(touched.length, -1, 1).toArray());
        }
      }
    }

    void add(double factor, int[] touched, double[] sizes) {
      for (int e = 0; e < touched.length; e++) {
        for (int d = 0; d < touched.length; d++) {
          double value = factor * sizes[e] * sizes[d];
          dense[touched[e]][touched[d]] += value;
          if (touched[d] <= touched[e]) {
            matrix.add(touched[e], touched[d], value);
          }
        }
      }
    }

    void addFree(int f, double factor) {
      ratio[f] = factor;
      matrix.addFree(f, factor, tiled.freeResource[f], tiled.freeSize[f]);
      border(tiled.resources + f, factor, tiled.freeResource[f], tiled.freeSize[f]);
    }

    void addLevel(double[] sizes, double pivot) {
      matrix.addLevel(sizes, pivot);
      border(dense.length - 1, 1 / pivot, IntStream.range(0, sizes.length).toArray(), sizes);
    }

    private void border(int move, double factor, int[] touched, double[] sizes) {
      dense[move][move] = -1 / factor;
      for (int e = 0; e < touched.length; e++) {
        dense[move][touched[e]] = sizes[e];
        dense[touched[e]][move] = sizes[e];
      }
    }

    /** Solves both; asserts equal prices and moves. */
    void assertEqualSolutions(double tolerance) {
      assertTrue(matrix.factor());
      for (int again = 0; again < 2; again++) {
        double[] side = random.doubles(dense.length, -1, 1).toArray();
        Arrays.fill(side, tiled.resources, side.length, 0);
        double[] found = Arrays.copyOf(side, tiled.resources);
        matrix.solve(found);
        double[] expected = solution(dense, side);
        double size = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
        for (int k = 0; k < found.length; k++) {
          assertEquals(expected[k], found[k], tolerance * size, "price " + k);
        }
        for (int f = 0; f < ratio.length; f++) {
          double paid = 0;
          for (int e = 0; e < tiled.freeResource[f].length; e++) {
            paid += tiled.freeSize[f][e] * found[tiled.freeResource[f][e]];
          }
          double move = expected[tiled.resources + f];
          assertEquals(move, matrix.moved(f, ratio[f], paid), tolerance * size, "column " + f);
        }
      }
    }
  }

  /** Elimination with the largest pivot of each column. */
  private static double[] solution(double[][] matrix, double[] side) {
    int n = side.length;
    double[][] a = new double[n][];
    Arrays.setAll(a, k -> Arrays.copyOf(matrix[k], n + 1));
    for (int k = 0; k < n; k++) {
      a[k][n] = side[k];
    }
    for (int l = 0; l < n; l++) {
      int best = l;
      for (int k = l; k < n; k++) {
        best = Math.abs(a[k][l]) > Math.abs(a[best][l]) ? k : best;
      }
      double[] pivot = a[best];
      a[best] = a[l];
      a[l] = pivot;
      for (int k = 0; k < n; k++) {
        double factor = k == l ? 0 : a[k][l] / pivot[l];
        for (int i = l; factor != 0 && i <= n; i++) {
          a[k][i] -= factor * pivot[i];
        }
      }
    }
    double[] x = new double[n];
    Arrays.setAll(x, k -> a[k][n] / a[k][k]);
    return x;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 12, 30, 40})
  void solve_rowsOfTeams_isThatOfADenseElimination(int teams) {
    for (boolean hasLevel : new boolean[] {false, true}) {
      TiledProgram tiled = teams(teams);
      Twins twins = new Twins(tiled, hasLevel);
      for (int again = 0; again < 2; again++) { // nothing of the first matrix is left
        twins.fill(1);
        for (int f = 0; f < tiled.freeGain.length; f++) {
          twins.addFree(f, random.nextDouble(0.1, 10));
        }
        if (hasLevel) {
          twins.addLevel(random.doubles(tiled.resources, -1, 1).toArray(), 0.3);
        }
        twins.assertEqualSolutions(1e-10);
      }
    }
  }

  /** Where a product with a large ratio is a small difference of large numbers. */
  @Test
  void moved_largeRatioOfAColumnOfAllTeams_isThatOfADenseElimination() {
    TiledProgram tiled = teams(40);
    for (double slack : new double[] {1, 1e-6}) {
      Twins twins = new Twins(tiled, false);
      twins.fill(slack);
      twins.addFree(0, 1e14);
      twins.addFree(1, 2);
      twins.assertEqualSolutions(1e-9);
    }
  }

  /** A resource that nothing uses and that has no slack, in the shaft or in the border. */
  @ParameterizedTest
  @ValueSource(ints = {5, 40})
  void factor_rowOfZeros_isRefused(int teams) {
    TiledProgram tiled = teams(teams);
    for (int without = 0; without < tiled.resources; without++) {
      ArrowMatrix matrix = new ArrowMatrix(tiled, false);
      for (int f = 0; f < tiled.freeGain.length; f++) {
        matrix.addFree(f, 1, new int[0], new double[0]);
      }
      matrix.clear();
      for (int k = 0; k < tiled.resources; k++) {
        matrix.add(k, k, k == without ? 0 : 1);
      }
      assertFalse(matrix.factor(), "resource " + without);
      matrix.add(without, without, 1);
      assertTrue(matrix.factor());
    }
  }

  /** Rows may follow from others, up to rounding; pools alone may not. */
  @Test
  void factor_twoRowsThatAreOne_keepsThePricesOfRowsSmall() {
    double unit = 1 << 20;
    TiledProgram tiled = teams(5);
    int last = tiled.resources - 1;
    ArrowMatrix rows = twice(tiled, tiled.pools, tiled.pools + 1, unit, 1 + 0x1p-49);
    assertTrue(rows.factor());
    double[] x = new double[tiled.resources];
    x[tiled.pools + 1] = unit * 1e-15;
    rows.solve(x);
    assertEquals(0.1, x[tiled.pools + 1], 1e-2);
    assertEquals(0, x[tiled.pools] + x[tiled.pools + 1], 1e-12);
    assertEquals(0, x[last]);
    assertFalse(twice(tiled, 0, 1, 1, 1).factor());
    assertTrue(twice(tiled, 0, 1, 1, 1 + 0x1p-49).factor());
    assertTrue(twice(teams(40), 0, 1, 1, 1).factor()); // after the rounding of rows of a shaft
  }

  /** Slacks of 1, but for two resources that are used together. */
  private static ArrowMatrix twice(TiledProgram tiled, int first, int second, double a, double b) {
    ArrowMatrix matrix = new ArrowMatrix(tiled, false);
    matrix.clear();
    for (int f = 0; f < tiled.freeGain.length; f++) {
      matrix.addFree(f, 1, new int[0], new double[0]);
    }
    for (int k = 0; k < tiled.resources; k++) {
      matrix.add(k, k, k == first ? a : k == second ? a * b : 1);
    }
    matrix.add(second, first, a);
    return matrix;
  }
}
