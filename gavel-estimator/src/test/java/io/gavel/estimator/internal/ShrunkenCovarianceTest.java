package io.gavel.estimator.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Tables;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ShrunkenCovarianceTest {

  private static final double LEAST_VARIANCE = 1e-4;

  /** Columns of a table, and which pairs of them share a worker type, a partner, or neither. */
  private record Layout(
      Columns columns, List<int[]> ofType, List<int[]> ofPartner, List<int[]> neither) {}

  private static final Layout GRID =
      new Layout(
          Columns.grid(List.of("A", "B"), List.of("p", "q"), false),
          List.of(new int[] {0, 1}, new int[] {2, 3}),
          List.of(new int[] {0, 2}, new int[] {1, 3}),
          List.of(new int[] {0, 3}, new int[] {1, 2}));

  private static final double[][] BY_PARTNER = {
    {0.1, 0.5, 0.1, 0.5}, {0.5, 0.9, 0.6, 0.8}, {0.9, 0.6, 0.8, 0.6}
  };

  private static final double[][] BY_TYPE = {
    {0.1, 0.2, 0.3, 0.1}, {0.5, 0.5, 0.4, 0.6}, {0.9, 0.8, 0.5, 0.2}
  };

  /** Without the fourth column of the grid, kinds can have more in common than 1 in sum. */
  private static final Layout CORNER =
      new Layout(
          Columns.of(List.of(Column.of("A", "p"), Column.of("A", "q"), Column.of("B", "p"))),
          List.of(new int[] {0, 1}),
          List.of(new int[] {0, 2}),
          List.of(new int[] {1, 2}));

  /** The first column is the mean of the others, which are nearly unrelated. */
  private static final double[][] MEAN = {
    {0.2, 0.1, 0.3}, {0.5, 0.3, 0.7}, {0.5, 0.7, 0.3}, {0.8, 0.9, 0.7}
  };

  private static ReferenceTable table(Layout layout, double[][] rates) {
    return ReferenceTable.of(layout.columns(), Tables.names("job", rates.length), rates);
  }

  private static double sample(double[][] rates, int k, int l) {
    double meanK = 0;
    double meanL = 0;
    for (double[] row : rates) {
      meanK += row[k] / rates.length;
      meanL += row[l] / rates.length;
    }
    double sum = 0;
    for (double[] row : rates) {
      sum += (row[k] - meanK) * (row[l] - meanL);
    }
    return sum / (rates.length - 1);
  }

  private static double deviation(double[][] rates, int k) {
    return Math.sqrt(sample(rates, k, k) + LEAST_VARIANCE);
  }

  private static double mean(double[][] rates, List<int[]> pairs) {
    double sum = 0;
    for (int[] pair : pairs) {
      sum +=
          sample(rates, pair[0], pair[1])
              / (deviation(rates, pair[0]) * deviation(rates, pair[1]))
              / pairs.size();
    }
    return sum;
  }

  @Test
  void of_noShrinkage_isTheSampleCovariance() {
    double[] covariance = ShrunkenCovariance.of(table(GRID, BY_TYPE), 0);
    for (int k = 0; k < 4; k++) {
      for (int l = 0; l < 4; l++) {
        double least = k == l ? LEAST_VARIANCE : 0;
        assertEquals(sample(BY_TYPE, k, l) + least, covariance[4 * k + l], 1e-12);
      }
    }
  }

  @Test
  void of_fullShrinkage_hasTheMeanCorrelationOfEachKind() {
    requireDefinition(GRID, BY_PARTNER, 1);
    requireDefinition(GRID, BY_TYPE, 1);
  }

  @Test
  void of_someShrinkage_isBetween() {
    requireDefinition(GRID, BY_PARTNER, 0.25);
    requireDefinition(GRID, BY_TYPE, 0.75);
  }

  @Test
  void of_kindsWithMuchInCommon_areScaledToOne() {
    assertTrue(requireDefinition(CORNER, MEAN, 1) > 1.1);
    requireDefinition(CORNER, MEAN, 0.5);
  }

  /** Returns the sum of what the kinds have in common. */
  private static double requireDefinition(Layout layout, double[][] rates, double shrinkage) {
    int size = layout.columns().size();
    double all = Math.max(0, mean(rates, layout.neither()));
    double ofType = Math.max(0, mean(rates, layout.ofType()) - all);
    double ofPartner = Math.max(0, mean(rates, layout.ofPartner()) - all);
    double sum = all + ofType + ofPartner;
    double[] expected = new double[size * size];
    for (int k = 0; k < size; k++) {
      expected[k * size + k] = sample(rates, k, k) + LEAST_VARIANCE;
    }
    Map<List<int[]>, Double> targets =
        Map.of(
            layout.neither(),
            all,
            layout.ofType(),
            all + ofType,
            layout.ofPartner(),
            all + ofPartner);
    targets.forEach(
        (pairs, target) -> {
          for (int[] pair : pairs) {
            int k = pair[0];
            int l = pair[1];
            double common = target / Math.max(1, sum) * deviation(rates, k) * deviation(rates, l);
            expected[k * size + l] = (1 - shrinkage) * sample(rates, k, l) + shrinkage * common;
            expected[l * size + k] = expected[k * size + l];
          }
        });
    assertArrayEquals(expected, ShrunkenCovariance.of(table(layout, rates), shrinkage), 1e-12);
    return sum;
  }

  @Test
  void of_rateOfTheJobAndOfItsPartner_haveNothingInCommonOnAverage() {
    Columns columns = Columns.grid(List.of("A", "B"), List.of("p"), true);
    double[][] rates = {{0.1, 0.2, 0.3, 0.3}, {0.5, 0.5, 0.6, 0.5}, {0.7, 0.9, 0.7, 0.9}};
    ReferenceTable table = ReferenceTable.of(columns, Tables.names("job", 3), rates);
    double[] covariance = ShrunkenCovariance.of(table, 1);
    for (int own = 0; own < 2; own++) {
      for (int other = 2; other < 4; other++) {
        assertEquals(0, covariance[4 * own + other]);
        assertEquals(0, covariance[4 * other + own]);
      }
    }
    assertTrue(covariance[1] > 0, "of one side");
  }
}
