package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.estimator.table.ReferenceTable;
import org.junit.jupiter.api.Test;

/** The original's table, read from the shared data. */
final class GavelTableTest {

  @Test
  void gavelTable_zeros_areWherePairsCannotShare() {
    ReferenceTable table = Tables.gavel(true);
    assertEquals(26, table.size());
    assertEquals(156, table.columns().size());
    int[] zeros = new int[6];
    for (int i = 0; i < table.size(); i++) {
      for (int k = 0; k < 156; k++) {
        zeros[k / 26] += table.rate(i, k) == 0 ? 1 : 0;
      }
    }
    assertEquals("[87, 20, 40, 87, 20, 40]", java.util.Arrays.toString(zeros));
  }
}
