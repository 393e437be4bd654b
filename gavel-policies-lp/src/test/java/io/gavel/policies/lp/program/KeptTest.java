package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.CouplingRows;
import org.junit.jupiter.api.Test;

/** What later stages must keep, and how it is loosened. */
class KeptTest {

  private static LinearRow row(String name) {
    return LinearRow.of(name, Relation.AT_LEAST, 0, new int[] {0}, new double[] {1});
  }

  @Test
  void loosened_floorsAndSums_fallByAPartOfTheirScale() {
    Kept kept =
        Kept.floors(new double[] {2, 0})
            .andSum(row("first"), -3, 8)
            .andSum(row("second"), 5, 5)
            .andSum(row("first"), 7, 7);
    Kept loosened = kept.loosened(0.25);
    assertArrayEquals(new double[] {1.5, 0}, loosened.floors());
    CouplingRows.Builder builder = CouplingRows.builder();
    loosened.addRows(builder);
    CouplingRows rows = builder.build();
    assertEquals(3, rows.count());
    String[] names = {"first", "second", "first 3"};
    double[] bounds = {-5, 3.75, 5.25};
    for (int i = 0; i < 3; i++) {
      assertEquals(names[i], rows.row(i).name());
      assertEquals(bounds[i], rows.bound(i), 1e-12);
    }
  }

  @Test
  void andThroughputs_moreThanWasReached_isNotAskedFor() {
    Kept kept =
        Kept.floors(new double[] {2, 0, 1})
            .andThroughputs(new double[] {1, 3, 4}, new double[] {2, 2.5, 5});
    assertArrayEquals(new double[] {2, 2.5, 4}, kept.floors());
    assertTrue(kept.hasFloors());
    assertFalse(Kept.floors(new double[3]).hasFloors());
  }
}
