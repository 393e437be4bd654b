package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.bench.Comparison;
import io.gavel.bench.Family;
import io.gavel.bench.PolicyScaling.Cell;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class BenchReportTest {

  @Test
  void scaling_cellsOfTwoPolicies_areRowsWithNotesOnCellsWithoutATime() {
    assertEquals(
        """
        policy  types     64  1,024  4,096
        nash        3  0.250   12.0  1,500
        allox       3    3.0      –      –

        allox, 1024 jobs, 3 types: over budget
        """,
        BenchReport.scaling(
            List.of(
                cell("nash", 64, 0.25, Cell.ANSWERED),
                cell("nash", 1_024, 12, Cell.ANSWERED),
                cell("nash", 4_096, 1_500, Cell.ANSWERED),
                cell("allox", 64, 3, Cell.ANSWERED),
                cell("allox", 1_024, Double.NaN, Cell.OVER_BUDGET),
                cell("allox", 4_096, Double.NaN, "not run: …"))));
  }

  @Test
  void scaling_cellOfAFamily_isNamedWithItsFaults() {
    Comparison caps =
        new Comparison(
            Family.CAPS, Map.of("glop", 0.5), 1, List.of("glop is 2.0 times as fast", "other"));
    assertEquals(
        """
        policy     types   64
        nash+caps      3  3.0

        nash+caps, 64 jobs, 3 types: glop is 2.0 times as fast; other
        """,
        BenchReport.scaling(
            List.of(new Cell("nash", 64, 3, 3, 3, 0, Cell.ANSWERED, Optional.of(caps)))));
  }

  private static Cell cell(String policy, int jobs, double ms, String status) {
    return new Cell(policy, jobs, 3, ms, ms, 0, status, Optional.empty());
  }
}
