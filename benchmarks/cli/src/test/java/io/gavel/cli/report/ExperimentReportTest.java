package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.experiment.Experiment.Row;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.Figure;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.Results;
import io.gavel.experiment.RunFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ExperimentReportTest {

  private static final PublishedData NO_DATA = new PublishedData(Path.of("nowhere"));

  private static final ExperimentRun RUN =
      ExperimentRun.of("run", (data, seed) -> RunFigures.of(Map.of("x", 2.0 + 2 * seed)));

  private static final Results TWO_SEEDS =
      new Results(Map.of("run", List.of(RUN.run(NO_DATA, 0), RUN.run(NO_DATA, 1))), Map.of());

  private static Row row(boolean ofFirstSeed) {
    return new Row(
        "x", OptionalDouble.empty(), Figure.mean(RUN, "x"), "one run was published", ofFirstSeed);
  }

  /** The quantile of Student's t for one degree of freedom is 12.706, the standard error 1. */
  @Test
  void interval_figureOfAllSeeds_isThatOfStudent() {
    Row mean = row(false);
    assertEquals(3, mean.value(TWO_SEEDS));
    assertEquals("-9.71 to 15.71", ExperimentReport.interval(mean, TWO_SEEDS));
  }

  @Test
  void interval_figureOfOneSeed_isEmpty() {
    Row first = row(true);
    assertEquals(2, first.value(TWO_SEEDS));
    assertEquals("", ExperimentReport.interval(first, TWO_SEEDS));
    assertEquals("one run was published", first.why());
  }
}
