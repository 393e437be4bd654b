package io.gavel.policies.lp.solver.internal.interior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Factors in any order of elimination solve the equations that the matrix states. */
class SparseCholeskyProperties {

  /** A matrix written down, as a sum of squares of sparse vectors and a diagonal. */
  private static final class Stated {
    final double[][] entries;
    final EliminationOrder order;

    /** The first rows have negative diagonal entries, and no others among each other. */
    Stated(int n, int negative, int vectors, int entriesOfVector, Random random) {
      entries = new double[n][n];
      EliminationOrder.Graph graph = new EliminationOrder.Graph(n);
      for (int i = 0; i < n; i++) {
        entries[i][i] = i < negative ? -1 - random.nextDouble() : 1 + random.nextDouble();
      }
      for (int v = 0; v < vectors && negative < n; v++) {
        int[] rows = new int[entriesOfVector];
        Arrays.setAll(rows, e -> negative + random.nextInt(n - negative));
        rows = Arrays.stream(rows).distinct().toArray();
        double[] values = random.doubles(rows.length, -1, 1).toArray();
        for (int e = 0; e < rows.length; e++) {
          for (int f = 0; f < rows.length; f++) {
            entries[rows[e]][rows[f]] += values[e] * values[f];
          }
        }
        graph.join(rows, 0, rows.length);
        if (negative > 0) {
          int w = random.nextInt(negative);
          entries[w][rows[0]] = values[0];
          entries[rows[0]][w] = values[0];
          graph.join(w, rows[0]);
        }
      }
      order = graph.order();
    }

    void fill(SparseCholesky factor) {
      factor.clear();
      for (int i = 0; i < entries.length; i++) {
        for (int k = 0; k <= i; k++) {
          if (entries[i][k] != 0) {
            factor.add(i, k, 0.25 * entries[i][k]);
            factor.addNext(k, i, 0.75 * entries[i][k]);
          }
        }
      }
    }

    void assertSolves(SparseCholesky factor, Random random) {
      double[] side = random.doubles(entries.length, -1, 1).toArray();
      double[] x = side.clone();
      factor.solve(x);
      for (int i = 0; i < side.length; i++) {
        double sum = 0;
        for (int k = 0; k < side.length; k++) {
          sum += entries[i][k] * x[k];
        }
        assertEquals(side[i], sum, 1e-9, "row " + i);
      }
    }
  }

  @Property
  void solve_anyMatrixAndOrder_leavesNoResidual(
      @ForAll @IntRange(min = 1, max = 120) int n,
      @ForAll @IntRange(max = 3) int negative,
      @ForAll @IntRange(max = 150) int vectors,
      @ForAll @IntRange(min = 1, max = 5) int entries,
      @ForAll Draws random) {
    Stated stated = new Stated(n, Math.min(n, negative), vectors, entries, random);
    for (EliminationOrder order : List.of(stated.order, EliminationOrder.dense(n))) {
      SparseCholesky factor = new SparseCholesky(order, Math.min(n, negative));
      for (int again = 0; again < 2; again++) {
        stated.fill(factor);
        assertTrue(factor.factor());
        stated.assertSolves(factor, random);
      }
    }
  }

  @Example
  void factor_notFinite_isRefused() {
    Stated stated = new Stated(30, 0, 20, 3, new Random(3));
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      for (EliminationOrder order : List.of(stated.order, EliminationOrder.dense(30))) {
        for (int row : new int[] {0, 7, 28, 29}) {
          SparseCholesky factor = new SparseCholesky(order);
          stated.fill(factor);
          factor.add(row, row, bad);
          assertFalse(factor.factor(), "row " + row);
        }
      }
    }
  }

  /** The second row follows from the first: its pivot is the part of the diagonal that is added. */
  @Example
  void factor_dependentRows_isThatOfANearbyMatrix() {
    SparseCholesky factor = new SparseCholesky(EliminationOrder.dense(2));
    factor.add(0, 0, 4);
    factor.add(1, 0, 4);
    factor.add(1, 1, 4);
    assertTrue(factor.factor());
    double[] x = {1, 1};
    factor.solve(x);
    assertEquals(0.25, x[0] + x[1], 1e-3);
    factor.clear();
    factor.add(0, 0, 1);
    factor.add(1, 0, 2); // not positive
    factor.add(1, 1, 1);
    factor.erase(0, 1);
    factor.add(1, 0, 3);
    assertTrue(factor.factor());
    double[] least = {0, 1e-14};
    factor.solve(least);
    assertEquals(1, least[1], 1e-9); // the pivot is 10⁻¹⁴ of the diagonal
  }

  /** Each row comes once; those before the core have the entries that their elimination leaves. */
  @Example
  void order_ofSparseRows_eliminatesThoseWithFewNeighboursFirst() {
    EliminationOrder.Graph chain =
        new EliminationOrder.Graph(10); // 0 − 1 − 2 … 8, and 9 beside all
    for (int i = 0; i < 9; i++) {
      chain.join(i, 9);
      chain.join(i, Math.min(8, i + 1));
    }
    EliminationOrder order = chain.order();
    List<Integer> places = new ArrayList<>();
    Arrays.stream(order.place()).sorted().forEach(places::add);
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), places);
    assertEquals(10 - order.front(), order.core());
    assertEquals(0, order.place()[0]); // an end has two neighbours, and so has the next one then
    assertEquals(1, order.place()[1]);
    assertEquals(2, order.start()[1] - order.start()[0]);
    assertEquals(order.place()[1], order.below()[0]);
    assertEquals(order.place()[9], order.below()[1]);
    // an end is eliminated while two neighbours are few of what remains: 10, 9, 8, 7 and 6 rows
    assertEquals(5, order.front());
    EliminationOrder.Graph full = new EliminationOrder.Graph(6);
    full.join(new int[] {0, 1, 2, 3, 4, 5}, 0, 6);
    assertEquals(6, full.order().core());
    assertEquals(0, new EliminationOrder.Graph(20_001).order().core());
    assertEquals(0, new EliminationOrder.Graph(100).order().core());
  }
}
