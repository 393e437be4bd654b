package io.gavel.policies.lp.solver.precise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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

  /** What depends on others is judged by its size, whatever the unit. */
  @Test
  void add_rowsInAnyUnit_leavesOutTheSameOnes() {
    for (double unit : new double[] {1e-13, 1e13}) {
      OrthogonalRows rows = new OrthogonalRows(3, 4);
      double third = unit / 3;
      rows.add(0, new int[] {0, 1}, new double[] {third, 7 * third});
      rows.add(1, new int[] {1, 2}, new double[] {third, unit});
      rows.add(2, new int[] {0, 1, 2}, new double[] {third, 8 * third, unit});
      rows.add(3, new int[] {2}, new double[] {unit});
      double[] sums = {15 * third, 11 * third, 26 * third, 3 * unit};
      assertArrayEquals(new double[] {1, 2, 3}, rows.shortest(sums), 1e-13);
      assertEquals(0, rows.closest(new double[] {1, 2, 3})[2]);
    }
  }

  /** Each row takes out its part of each earlier one that it overlaps, twice. */
  @Test
  void operations_ofRows_areTheMultiplications() {
    OrthogonalRows rows = new OrthogonalRows(4, 3);
    rows.add(0, new int[] {0, 1, 2}, new double[] {1, 1, 1});
    assertEquals(0, rows.operations());
    rows.add(1, new int[] {3}, new double[] {1});
    assertEquals(0, rows.operations());
    rows.add(2, new int[] {2, 3}, new double[] {1, 2});
    assertEquals(2 * 2 * (3 + 1), rows.operations());
  }
}
