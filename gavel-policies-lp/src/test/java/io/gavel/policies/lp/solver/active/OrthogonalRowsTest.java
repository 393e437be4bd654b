package io.gavel.policies.lp.solver.active;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class OrthogonalRowsTest {

  /** The rows (1, 1, 0), (0, 1, 1), their sum and (0, 0, 2). */
  private static OrthogonalRows rows() {
    OrthogonalRows rows = new OrthogonalRows(3, 4);
    rows.add(0, new int[] {0, 1}, new double[] {1, 1});
    rows.add(1, new int[] {1, 2}, new double[] {1, 1});
    rows.add(2, new int[] {0, 1, 2}, new double[] {1, 2, 1});
    rows.add(3, new int[] {2}, new double[] {2});
    return rows;
  }

  @Test
  void shortest_consistentSums_solvesAllRows() {
    assertArrayEquals(new double[] {1, 2, 3}, rows().shortest(new double[] {3, 5, 8, 6}), 1e-14);
  }

  @Test
  void shortest_fewRows_isTheirCombination() {
    OrthogonalRows rows = new OrthogonalRows(2, 1);
    rows.add(0, new int[] {0, 1}, new double[] {3, 4});
    assertArrayEquals(new double[] {6, 8}, rows.shortest(new double[] {50}), 1e-14);
  }

  @Test
  void closest_combinationOfRows_givesTheirFactors() {
    double[] factors = rows().closest(new double[] {1, 3, 8});
    assertArrayEquals(new double[] {1, 2, 0, 3}, factors, 1e-14);
  }

  @Test
  void closest_anyTarget_isTheProjection() {
    OrthogonalRows rows = new OrthogonalRows(2, 1);
    rows.add(0, new int[] {0, 1}, new double[] {1, 1});
    assertArrayEquals(new double[] {2}, rows.closest(new double[] {1, 3}), 1e-15);
  }
}
