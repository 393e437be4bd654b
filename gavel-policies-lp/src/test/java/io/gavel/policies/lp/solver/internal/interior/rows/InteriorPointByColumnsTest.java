package io.gavel.policies.lp.solver.internal.interior.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The method on more rows than columns, from what can be seen of it. */
class InteriorPointByColumnsTest {

  /** Adds twenty limits of two columns each. */
  private static RowProgram limited(AllocationProgram program, Random random) {
    CouplingRows.Builder limits = CouplingRows.builder();
    for (int i = 0; i < 20; i++) {
      limits.add(
          "row " + i,
          Relation.AT_MOST,
          0.1 + random.nextDouble(),
          new int[] {i % 12, (i + 5) % 12},
          random.doubles(2, 0.1, 1).toArray());
    }
    return ProgramRows.of(program.withRows(limits.build())).program();
  }

  private static void assertEqualEnds(RowProgram rows) {
    RowInteriorPoint byRows = new RowInteriorPoint(rows);
    RowInteriorPoint byColumns = RowInteriorPoint.byColumns(new ColumnRows(rows));
    assertTrue(byColumns.converge(1e-9));
    assertTrue(byRows.converge(1e-9));
    assertEquals(byRows.scale(), byColumns.scale(), 1e-7 * byRows.scale());
  }

  @Test
  void converge_byColumns_endsWhereRowsDo() {
    Random random = new Random(19);
    for (int run = 0; run < 40; run++) {
      double[][] rates = new double[6][];
      Arrays.setAll(rates, m -> random.doubles(2, 1, 2).toArray());
      double[] each = random.doubles(6, 1, 2).toArray();
      AllocationProblem problem = Cases.problem(Cases.workers(2, 3), rates);
      assertEqualEnds(limited(AllocationProgram.maximizeSum(problem, each), random));
      each[run % 6] = 1e-5;
      for (double power : new double[] {-3, -1, 0, 0.5}) {
        AllocationProgram utility = AllocationProgram.maximizeUtility(problem, each, power);
        assertEqualEnds(limited(utility, random));
      }
    }
  }
}
