package io.gavel.reproduction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Intervals on a table whose job types are drawn independently, as the estimator supposes. */
class CalibrationTest {

  private static final PublishedData NO_DATA = new PublishedData(Path.of("nowhere"));
  private static final int SEEDS = 40;
  private static final int JOBS = 10;

  private static double mean(ExperimentRun run, String figure) {
    List<RunFigures> seeds =
        IntStream.range(0, SEEDS).mapToObj(seed -> run.run(NO_DATA, seed)).toList();
    return seeds.stream().mapToDouble(each -> each.number(figure)).average().orElseThrow();
  }

  /**
   * The entries of a job are dependent, so that a seed counts for ten draws; six standard errors of
   * 400 draws are added on both sides.
   */
  @Test
  void intervals_ofIndependentJobs_holdAsOftenAsTheySay() {
    ExperimentRun run = Calibration.run("synthetic", false, data -> RateTable.synthetic());
    for (int measured = 0; measured < 4; measured++) {
      for (double level : new double[] {0.8, 0.9}) {
        double error = Math.sqrt(level * (1 - level) / (SEEDS * JOBS));
        double within = mean(run, "%s measured, within %s".formatted(measured, level)) / 100;
        assertEquals(level, within, 6 * error, "%s measured".formatted(measured));
      }
    }
  }

  @Test
  void errors_fallWithEachMeasurement() {
    ExperimentRun run = Calibration.run("synthetic", false, data -> RateTable.synthetic());
    double before = Double.POSITIVE_INFINITY;
    for (int measured = 0; measured < 4; measured++) {
      double error = mean(run, "%s measured, error".formatted(measured));
      assertTrue(error < before, "%s measured: %s after %s".formatted(measured, error, before));
      before = error;
    }
  }

  /** Families decide how wide intervals are, not the estimates. */
  @Test
  void families_changeNoEstimate() {
    ExperimentRun byJob = Calibration.run("synthetic", false, data -> RateTable.synthetic());
    ExperimentRun byFamily = Calibration.run("synthetic", true, data -> RateTable.synthetic());
    for (int measured = 0; measured < 4; measured++) {
      String error = "%s measured, error".formatted(measured);
      assertEquals(mean(byJob, error), mean(byFamily, error));
    }
  }
}
