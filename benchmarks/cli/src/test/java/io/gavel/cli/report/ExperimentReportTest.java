package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.experiment.ReproducedFigure;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentReportTest {

  private static final Results TWO_SEEDS =
      new Results(
          Map.of("run", List.of(RunFigures.of(Map.of("x", 2.0)), RunFigures.of(Map.of("x", 4.0)))));

  private static final ReproducedFigure MEAN =
      ReproducedFigure.ours(
          "x",
          results ->
              results.byRun().values().iterator().next().stream()
                  .mapToDouble(figures -> figures.number("x"))
                  .average()
                  .orElseThrow());

  /** The quantile of Student's t for one degree of freedom is 12.706, the standard error 1. */
  @Test
  void interval_figureOfAllSeeds_isThatOfStudent() {
    assertEquals(3, MEAN.value(TWO_SEEDS));
    assertEquals("-9.71 to 15.71", ExperimentReport.interval(MEAN, TWO_SEEDS));
  }

  @Test
  void interval_figureOfOneSeed_isEmpty() {
    ReproducedFigure first = MEAN.because("one run was published").ofOneSeed();
    assertEquals(2, first.value(TWO_SEEDS));
    assertEquals("", ExperimentReport.interval(first, TWO_SEEDS));
    assertEquals("one run was published", first.why());
  }
}
