package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Places, fronts and what lies below them, on small graphs by hand. */
class EliminationOrderTest {

  private static final int[] SETS = {0, 0, 1, 2, 2, 3};

  /** Rows join set 0 with each of the others; the last row would join all, but does not count. */
  private static EliminationOrder star(boolean lastCounts) {
    int[] start = {0, 2, 4, 6, 9};
    int[] column = {2, 0, 3, 1, 5, 0, 2, 3, 5};
    return EliminationOrder.ofSets(
        SETS, start, column, new boolean[] {false, false, false, !lastCounts});
  }

  /** Sets 1 and 2 are eliminated first; 0 and 3, which are neighbours, are the core. */
  @Test
  void ofSets_star_eliminatesItsEndsColumnByColumn() {
    EliminationOrder order = star(false);
    assertArrayEquals(new int[] {3, 4, 0, 1, 2, 5}, order.place);
    assertEquals(3, order.front);
    assertEquals(3, order.core());
    assertArrayEquals(new int[] {0, 2, 5, 7}, order.start);
    assertArrayEquals(new int[] {3, 4, 2, 3, 4, 3, 4}, order.below);
  }

  @Test
  void ofSets_setsThatAreAllNeighbours_areTheCore() {
    EliminationOrder order = star(true);
    assertEquals(6, order.core());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, order.place);
    assertArrayEquals(new int[1], order.start);
  }

  @Test
  void ofSets_tooManySets_areTheCore() {
    int most = 20_000;
    int[] none = new int[0];
    boolean[] apart = new boolean[0];
    int[] ascending = IntStream.range(0, most + 1).toArray();
    EliminationOrder more = EliminationOrder.ofSets(ascending, new int[1], none, apart);
    assertEquals(most + 1, more.core());
    assertArrayEquals(ascending, more.place);
    assertEquals(0, EliminationOrder.ofSets(none, new int[1], none, apart).core());
  }

  /** Two times with two demands each: one of these groups is eliminated, the other the core. */
  @Test
  void of_blocksOfRows_joinsWhatLeansOnOneTime() {
    RowProgram program = new RowProgram(2, 0, 6, 0, 1);
    for (int i = 2; i < 6; i++) {
      program.lean[i] = i / 4; // 2 and 3 on time 0, 4 and 5 on time 1
    }
    EliminationOrder order = EliminationOrder.of(program);
    assertArrayEquals(new int[] {0, 3, 1, 2, 4, 5}, order.place);
    assertEquals(3, order.front);
    assertArrayEquals(new int[] {0, 2, 3, 3}, order.start);
    assertArrayEquals(new int[] {1, 2, 2}, order.below);
  }

  /** Of six rows, three that one column joins are the core, and then four. */
  @Test
  void factor_ofAProgram_isSparseIfTheCoreIsAtMostHalf() {
    RowProgram apart = new RowProgram(0, 0, 6, 0, 1);
    assertInstanceOf(SparseCholesky.class, apart.factor());
    RowProgram half = new RowProgram(0, 0, 6, 0, 1);
    for (int i = 0; i < 3; i++) {
      half.entry(i, 1);
    }
    half.endColumn(0);
    assertEquals(3, EliminationOrder.of(half).core());
    assertInstanceOf(SparseCholesky.class, half.factor());
    half.entry(0, 1);
    half.entry(3, 1);
    half.endColumn(0);
    for (int i = 1; i < 4; i++) {
      half.entry(i, 1);
    }
    half.endColumn(0);
    assertEquals(4, EliminationOrder.of(half).core());
    assertInstanceOf(Cholesky.class, half.factor());
  }

  /** The solution by the order of sets is that of the dense matrix. */
  @Test
  void ofSets_matrixOfTheSets_isSolvedAsIfItWereDense() {
    SymmetricFactor sparse = new SparseCholesky(star(false));
    SymmetricFactor dense = new Cholesky(SETS.length);
    for (SymmetricFactor factor : new SymmetricFactor[] {sparse, dense}) {
      for (int c = 0; c < SETS.length; c++) {
        factor.add(c, c, 8 + c);
        for (int d = 0; d < c; d++) {
          if (SETS[c] == SETS[d] || SETS[d] == 0) {
            factor.add(c, d, 1 + (c + 2 * d) / 8.0);
          }
        }
      }
      factor.erase(1, 0); // in the core
      factor.erase(4, 3); // before it
      assertTrue(factor.factor());
    }
    double[] x = {1, -2, 3, -4, 5, -6};
    double[] y = x.clone();
    sparse.solve(x);
    dense.solve(y);
    assertArrayEquals(y, x, 1e-12);
  }

  /** The columns of set 2 depend on each other; both are eliminated before the core. */
  @Test
  void ofSets_dependentColumnsBeforeTheCore_areNearlySo() {
    SymmetricFactor factor = new SparseCholesky(star(false));
    for (int again = 0; again < 2; again++) {
      factor.clear();
      for (int c = 0; c < SETS.length; c++) {
        factor.add(c, c, 4);
      }
      factor.add(4, 3, 4);
      assertTrue(factor.factor());
      double[] apart = {4, 4, 4, 1, -1, 4};
      factor.solve(apart);
      assertEquals(1 / 4e-13, Math.abs(apart[3]), 0.6 / 4e-13); // as much as was raised
      assertEquals(1, apart[5], 1e-12);
      factor.clear();
      for (int c = 0; c < SETS.length; c++) {
        factor.add(c, c, 1);
      }
      factor.add(4, 3, 2); // not positive
      assertTrue(factor.factor());
      double[] least = {0, 0, 0, 0, 1e-14, 0};
      factor.solve(least);
      assertEquals(1, least[4], 1e-9); // the pivot is 10⁻¹⁴ of the diagonal
    }
  }
}
