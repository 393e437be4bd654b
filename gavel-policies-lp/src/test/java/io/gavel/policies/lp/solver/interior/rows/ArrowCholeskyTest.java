package io.gavel.policies.lp.solver.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the dense factorisation. */
class ArrowCholeskyTest {

  private static final int[] BLOCK = {0, 1, -1, 1, 0, 2, -1, 0, 3, -1};

  /** A random matrix that is the sum of squares of vectors over one block and the border. */
  private static void fill(SymmetricFactor... factors) {
    Random random = new Random(3);
    for (SymmetricFactor factor : factors) {
      factor.clear();
    }
    for (int v = 0; v < 40; v++) {
      double[] row = new double[BLOCK.length];
      for (int i = 0; i < row.length; i++) {
        row[i] = BLOCK[i] == v % 4 || BLOCK[i] < 0 ? random.nextGaussian() : 0;
      }
      for (int i = 0; i < row.length; i++) {
        for (int k = 0; k <= i; k++) {
          if (row[i] != 0 && row[k] != 0) {
            for (SymmetricFactor factor : factors) {
              factor.add(i, k, row[i] * row[k]);
            }
          }
        }
      }
    }
  }

  @Test
  void solve_anyArrow_agreesWithDense() {
    SymmetricFactor arrow = new ArrowCholesky(BLOCK, 4);
    SymmetricFactor dense = new Cholesky(BLOCK.length);
    for (int again = 0; again < 2; again++) {
      fill(arrow, dense);
      arrow.erase(4, 0);
      dense.erase(4, 0);
      arrow.erase(2, 1);
      dense.erase(2, 1);
      assertTrue(arrow.factor() && dense.factor());
      double[] x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
      double[] y = x.clone();
      arrow.solve(x);
      dense.solve(y);
      for (int i = 0; i < x.length; i++) {
        assertEquals(y[i], x[i], 1e-10);
      }
    }
  }

  @Test
  void factor_notANumber_isRefused() {
    SymmetricFactor arrow = new ArrowCholesky(BLOCK, 4);
    fill(arrow);
    arrow.add(3, 1, Double.NaN);
    assertFalse(arrow.factor());
  }
}
