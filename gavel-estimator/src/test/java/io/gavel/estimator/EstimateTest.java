package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EstimateTest {

  private static final Columns COLUMNS = Columns.grid(List.of("a"), List.of("p", "q"), false);

  private static Estimate estimate() {
    return Estimate.of(
        Measurements.none(COLUMNS).with(0, 0.25), new double[] {0.9, 0.5}, new double[] {0.3, 0.1});
  }

  @Test
  void rate_byColumn_isTheRateOfItsIndex() {
    assertEquals(0.25, estimate().rate(COLUMNS.column(0)), "measured");
    assertEquals(0.5, estimate().rate(COLUMNS.column(1)));
  }

  /** Without errors of a hold-out an interval is Chebyshev's: 2 standard errors for 3/4. */
  @Test
  void interval_byColumn_isTwoStandardErrorsForThreeQuarters() {
    assertEquals(new Interval(0.25, 0.25), estimate().interval(COLUMNS.column(0), 0.75));
    Interval interval = estimate().interval(COLUMNS.column(1), 0.75);
    assertEquals(0.3, interval.low(), 1e-12);
    assertEquals(0.7, interval.high(), 1e-12);
  }

  @Test
  void of_rowOfAnotherLength_isRefused() {
    Measurements none = Measurements.none(COLUMNS);
    for (double[] wrong : List.of(new double[1], new double[3])) {
      assertTrue(
          assertThrows(
                  IllegalArgumentException.class, () -> Estimate.of(none, wrong, new double[2]))
              .getMessage()
              .startsWith("row of estimates"));
      assertTrue(
          assertThrows(
                  IllegalArgumentException.class, () -> Estimate.of(none, new double[2], wrong))
              .getMessage()
              .startsWith("row of standard errors"));
    }
  }
}
