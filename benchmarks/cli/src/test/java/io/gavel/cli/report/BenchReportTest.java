package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.bench.ScalingCell;
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
                new ScalingCell("nash", 64, 3, 0.25, 0.25, 0, ScalingCell.ANSWERED),
                new ScalingCell("nash", 1_024, 3, 12, 12, 0, ScalingCell.ANSWERED),
                new ScalingCell("nash", 4_096, 3, 1_500, 1_490, 0, ScalingCell.ANSWERED),
                new ScalingCell("allox", 64, 3, 3, 3, 0, ScalingCell.ANSWERED),
                new ScalingCell("allox", 1_024, 3, none, none, none, ScalingCell.OVER_BUDGET),
                new ScalingCell("allox", 4_096, 3, none, none, none, "not run: …"))));
  }
}
