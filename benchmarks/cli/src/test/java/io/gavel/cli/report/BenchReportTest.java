package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.bench.PolicyScaling;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BenchReportTest {

  @Test
  void scaling_cellsOfTwoPolicies_areRowsWithNotesOnCellsWithoutATime() {
    double none = Double.NaN;
    assertEquals(
        """
        policy  types     64  1,024  4,096
        nash        3  0.250   12.0  1,500
        allox       3    3.0      –      –

        allox, 1024 jobs, 3 types: over budget
        """,
        BenchReport.scaling(
            List.of(
                new PolicyScaling.Cell("nash", 64, 3, 0.25, 0.25, 0, PolicyScaling.Cell.ANSWERED),
                new PolicyScaling.Cell("nash", 1_024, 3, 12, 12, 0, PolicyScaling.Cell.ANSWERED),
                new PolicyScaling.Cell(
                    "nash", 4_096, 3, 1_500, 1_490, 0, PolicyScaling.Cell.ANSWERED),
                new PolicyScaling.Cell("allox", 64, 3, 3, 3, 0, PolicyScaling.Cell.ANSWERED),
                new PolicyScaling.Cell(
                    "allox", 1_024, 3, none, none, none, PolicyScaling.Cell.OVER_BUDGET),
                new PolicyScaling.Cell("allox", 4_096, 3, none, none, none, "not run: …"))));
  }
}
