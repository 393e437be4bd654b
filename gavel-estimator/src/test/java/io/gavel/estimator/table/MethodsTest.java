package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.Tables;
import io.gavel.estimator.evaluate.LeaveOneOut;
import io.gavel.estimator.method.CrossValidated;
import io.gavel.estimator.method.Feasibility;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.method.RidgeCombination;
import io.gavel.estimator.method.WeightedEnsemble;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The closed-form methods against answers computed by hand. */
final class MethodsTest {

  @Test
  void ridge_oneReference_scalesIt() {
    ReferenceTable table = Tables.of(new double[] {0.8, 0.4, 0.2});
    Measurements row = Measurements.none(table.columns()).with(0, 0.4);
    // c = 0.8 * 0.4 / (0.8 * 0.8 + 0.16) = 0.4
    double[] rates = new RidgeCombination(0.16).fit(table).estimate(row).rates();
    assertArrayEquals(new double[] {0.4, 0.16, 0.08}, rates, 1e-12);
  }

  @Test
  void ridge_moreReferencesThanColumns_isTheSameRegression() {
    ReferenceTable table = Tables.of(new double[] {1, 0}, new double[] {0, 1}, new double[] {1, 1});
    Measurements row = Measurements.none(table.columns()).with(0, 0.6);
    // c = (1, 0, 1) * 0.6 / (2 + 1), so the second rate is 0.2.
    assertEquals(0.2, new RidgeCombination(1).fit(table).estimate(row).rate(1), 1e-12);
  }

  @Test
  void nearest_twin_takesItsRow() {
    ReferenceTable table =
        Tables.of(new double[] {0.2, 0.9}, new double[] {0.8, 0.1}, new double[] {0.5, 0.5});
    Measurements row = Measurements.none(table.columns()).with(0, 0.8);
    assertEquals(0.1, new NearestReferences(1).fit(table).estimate(row).rate(1), 1e-12);
  }

  @Test
  void nearest_twoEquallyFar_isTheirMiddle() {
    ReferenceTable table = Tables.of(new double[] {0.2, 0.9}, new double[] {0.8, 0.1});
    Measurements row = Measurements.none(table.columns()).with(0, 0.5);
    Estimate estimate = new NearestReferences(7).fit(table).estimate(row);
    assertEquals(0.5, estimate.rate(1), 1e-12);
    // spread 0.4 between them, and 0.3 to each on what was measured
    assertEquals(Math.sqrt(0.16 + 0.09 + 1e-3), estimate.standardError(1), 1e-12);
  }

  @Test
  void gaussian_columnsThatMoveTogether_followTheMeasuredOne() {
    ReferenceTable table =
        Tables.of(
            new double[] {0.2, 0.3, 0.5},
            new double[] {0.4, 0.5, 0.5},
            new double[] {0.6, 0.7, 0.5});
    Measurements row = Measurements.none(table.columns()).with(0, 0.5);
    Estimate estimate = new GaussianConditional(0, 1e-6).fit(table).estimate(row);
    assertEquals(0.6, estimate.rate(1), 1e-3);
    assertEquals(0.5, estimate.rate(2), 1e-3);
  }

  @Test
  void gaussian_fullShrinkage_usesWhatColumnsHaveInCommon() {
    ReferenceTable table = Tables.synthetic(4, 12, 2, false);
    double above = 0.1;
    double[] means = table.columnMeans();
    Measurements row = Measurements.none(table.columns()).with(0, means[0] - above);
    Estimate estimate = new GaussianConditional(1, 0.001).fit(table).estimate(row);
    for (int k = 1; k < means.length; k++) {
      assertTrue(estimate.rate(k) <= means[k], "column " + k);
    }
  }

  @Test
  void blend_weights_areRelative() {
    ReferenceTable table = Tables.of(new double[] {0.8, 0.4}, new double[] {0.2, 0.2});
    Measurements row = Measurements.none(table.columns()).with(0, 0.8);
    EstimationMethod one = new NearestReferences(1);
    EstimationMethod other = new RidgeCombination(0.16);
    double expected =
        0.75 * one.fit(table).estimate(row).rate(1) + 0.25 * other.fit(table).estimate(row).rate(1);
    WeightedEnsemble weightedEnsemble =
        new WeightedEnsemble(
            List.of(new WeightedEnsemble.Part(one, 6), new WeightedEnsemble.Part(other, 2)));
    assertEquals(expected, weightedEnsemble.fit(table).estimate(row).rate(1), 1e-12);
  }

  @Test
  void parameters_outOfRange_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> new RidgeCombination(0));
    assertThrows(IllegalArgumentException.class, () -> new NearestReferences(0));
    assertThrows(IllegalArgumentException.class, () -> new GaussianConditional(1.5, 1));
    assertThrows(IllegalArgumentException.class, () -> new GaussianConditional(0.5, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new WeightedEnsemble(List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new WeightedEnsemble.Part(RidgeCombination.create(), -1));
    assertThrows(IllegalArgumentException.class, () -> new CrossValidated(List.of(), 0));
    assertThrows(
        IllegalArgumentException.class, () -> new Feasibility(RidgeCombination.create(), 0));
    assertThrows(
        IllegalArgumentException.class, () -> new Feasibility(RidgeCombination.create(), 101));
    assertThrows(IllegalArgumentException.class, () -> LeaveOneOut.of(1, 0));
  }
}
