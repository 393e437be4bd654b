package io.gavel.estimator.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FeasibilityTest {

  private final EstimationMethod method = new Feasibility(new NearestReferences(2), 5);

  /** Job i and partner b fit if i + b <= 6; what fits runs at 0.5. */
  private static ReferenceTable staircase(boolean bothSides) {
    Columns columns = Columns.grid(List.of("w"), Tables.names("p", 7), bothSides);
    double[][] rates = new double[7][columns.size()];
    for (int i = 0; i < 7; i++) {
      for (int k = 0; k < columns.size(); k++) {
        rates[i][k] = i + k % 7 <= 6 ? 0.5 : 0;
      }
    }
    return ReferenceTable.of(columns, Tables.names("r", 7), rates);
  }

  @Test
  void estimate_smallPartnerDoesNotFit_neitherDoLargerOnes() {
    ReferenceTable table = staircase(false);
    Estimate estimate = method.fit(table).estimate(Measurements.none(table.columns()).with(2, 0));
    for (int k = 4; k < 7; k++) {
      assertTrue(estimate.zeroProbability(k) > 0.95, "partner " + k);
      assertTrue(estimate.rate(k) < 0.05, "partner " + k);
    }
  }

  @Test
  void estimate_largePartnerFits_smallerOnesDoAtFullRate() {
    ReferenceTable table = staircase(false);
    Estimate estimate = method.fit(table).estimate(Measurements.none(table.columns()).with(4, 0.5));
    for (int k = 0; k < 3; k++) {
      assertTrue(estimate.zeroProbability(k) < 0.05, "partner " + k);
      assertEquals(0.5, estimate.rate(k), 0.03, "partner " + k);
    }
  }

  @Test
  void estimate_oneSideMeasured_settlesTheOther() {
    ReferenceTable table = staircase(true);
    Measurements row = Measurements.none(table.columns()).with(3, 0).with(5, 0.25);
    Estimate estimate = method.fit(table).estimate(row);
    assertEquals(1, estimate.zeroProbability(7 + 3));
    assertEquals(0, estimate.rate(7 + 3));
    assertEquals(0, estimate.zeroProbability(7 + 5));
    assertEquals(0.5, estimate.rate(7 + 5), 1e-12);
  }

  @Test
  void estimate_moreZerosSeen_moreZerosExpected() {
    ReferenceTable table = staircase(false);
    RowEstimator fitted = method.fit(table);
    Measurements fits = Measurements.none(table.columns()).with(3, 0.5);
    Measurements doesNot = Measurements.none(table.columns()).with(3, 0);
    for (int k : List.of(1, 2, 4, 5, 6)) {
      assertTrue(
          fitted.estimate(fits).zeroProbability(k) < fitted.estimate(doesNot).zeroProbability(k));
    }
  }

  @Test
  void estimate_tableOfZeros_isZeroAndSaysSo() {
    ReferenceTable table = Tables.of(new double[4], new double[4], new double[4]);
    Estimate estimate = method.fit(table).estimate(Measurements.none(table.columns()).with(1, 0));
    assertEquals(0, estimate.rate(0));
    assertTrue(estimate.zeroProbability(0) > 0.9);
  }
}
