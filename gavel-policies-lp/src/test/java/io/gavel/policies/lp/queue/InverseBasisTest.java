package io.gavel.policies.lp.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

/** Against the inverse by Commons Math. */
final class InverseBasisTest {

  private static double[][] random(Random random, int size) {
    double[][] columns = new double[size][];
    for (int k = 0; k < size; k++) {
      columns[k] = random.doubles(size, -1, 1).toArray();
    }
    return columns;
  }

  private static void requireInverse(double[][] columns, InverseBasis basis) {
    RealMatrix matrix = new Array2DRowRealMatrix(columns).transpose();
    RealMatrix inverse = new LUDecomposition(matrix).getSolver().getInverse();
    for (int r = 0; r < columns.length; r++) {
      for (int k = 0; k < columns.length; k++) {
        double expected = inverse.getEntry(r, k);
        assertEquals(expected, basis.at(r, k), 1e-9 * Math.max(1, inverse.getNorm()));
      }
    }
  }

  @Test
  void times_newBasis_isTheVector() {
    assertArrayEquals(new double[] {3, 5}, new InverseBasis(2).times(new double[] {3, 5}));
  }

  @Test
  void invert_anyBasis_isItsInverse() {
    Random random = new Random(1);
    for (int size = 1; size <= 8; size++) {
      double[][] columns = random(random, size);
      InverseBasis basis = new InverseBasis(size);
      assertTrue(basis.invert(columns));
      requireInverse(columns, basis);
    }
  }

  @Test
  void invert_zeroOnTheDiagonal_exchangesRows() {
    double[][] columns = {{0, 2, 0}, {0, 0, 4}, {8, 0, 0}};
    InverseBasis basis = new InverseBasis(3);
    assertTrue(basis.invert(columns));
    requireInverse(columns, basis);
  }

  @Test
  void invert_dependentColumns_isRefused() {
    assertFalse(new InverseBasis(3).invert(new double[][] {{1, 2, 3}, {2, 4, 6}, {0, 1, 5}}));
  }

  /** Every 50 changes the basis is to be inverted, which starts the count again. */
  @Test
  void replace_manyColumns_staysTheInverseUntilItIsTimeToInvert() {
    Random random = new Random(2);
    int size = 6;
    double[][] columns = random(random, size);
    InverseBasis basis = new InverseBasis(size);
    assertTrue(basis.invert(columns));
    for (int round = 0; round < 2; round++) {
      for (int change = 1; change < 50; change++) {
        int k = random.nextInt(size);
        double[] entering = random.doubles(size, -1, 1).toArray();
        entering[k] += 3; // far from singular
        columns[k] = entering;
        assertTrue(basis.replace(k, basis.times(entering)));
        if (change % 10 == 0) {
          requireInverse(columns, basis);
        }
      }
      assertFalse(basis.replace(0, basis.times(columns[0])));
      assertTrue(basis.invert(columns));
    }
  }
}
