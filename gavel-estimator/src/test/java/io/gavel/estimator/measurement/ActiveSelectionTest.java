package io.gavel.estimator.measurement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.fit.ShrunkenCovariance;
import io.gavel.estimator.method.Feasibility;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.method.WeightedEnsemble;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ActiveSelectionTest {

  private static final EstimationMethod METHOD =
      new Feasibility(
          new WeightedEnsemble(
              List.of(
                  new WeightedEnsemble.Part(GaussianConditional.create(), 2),
                  new WeightedEnsemble.Part(NearestReferences.create(), 1))),
          3);

  /** Mean error of new types after a budget of measurements, chosen actively or at random. */
  private static double error(ReferenceTable table, int budget, boolean active) {
    double sum = 0;
    int rows = 0;
    for (int seed = 0; seed < 8; seed++) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, table.size()).boxed().toList());
      Random random = new Random(seed);
      Collections.shuffle(order, random);
      ReferenceTable references = table.select(order.subList(0, 16));
      RowEstimator fitted = METHOD.fit(references);
      ActiveSelection selection = ActiveSelection.fit(references, GaussianConditional.create());
      for (int i : order.subList(16, table.size())) {
        Measurements row = Measurements.none(table.columns());
        List<Column> columns = new ArrayList<>(table.columns().asList());
        Collections.shuffle(columns, random);
        for (Column column : active ? selection.suggest(row, budget) : columns.subList(0, budget)) {
          row = row.with(column, table.row(i)[table.columns().indexOf(column)]);
        }
        sum += Tables.rmse(fitted.estimate(row), table.row(i));
        rows++;
      }
    }
    return sum / rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void suggest_gavelTable_beatsRandomChoice(int budget) {
    ReferenceTable table = Tables.gavel(false);
    assertTrue(error(table, budget, true) < 0.96 * error(table, budget, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  void suggest_syntheticTable_beatsRandomChoice(int budget) {
    ReferenceTable table = Tables.synthetic(1, 26, 3, false);
    assertTrue(error(table, budget, true) < 0.7 * error(table, budget, false));
  }

  @Test
  void suggest_twoGroupsOfEqualColumns_measuresOneOfEach() {
    ReferenceTable table =
        Tables.of(
            new double[] {0.1, 0.1, 0.1, 0.2, 0.2},
            new double[] {0.9, 0.9, 0.9, 0.2, 0.2},
            new double[] {0.1, 0.1, 0.1, 0.8, 0.8},
            new double[] {0.9, 0.9, 0.9, 0.8, 0.8});
    ActiveSelection selection = ActiveSelection.fit(table, new GaussianConditional(0, 1e-6));
    List<Column> columns = selection.suggest(Measurements.none(table.columns()), 2);
    assertTrue(table.columns().indexOf(columns.get(0)) < 3, columns::toString);
    assertTrue(table.columns().indexOf(columns.get(1)) >= 3, columns::toString);
    Measurements second = Measurements.none(table.columns()).with(3, 0.5);
    assertTrue(table.columns().indexOf(selection.suggest(second, 1).get(0)) < 3);
  }

  @Test
  void weighted_oneGroupWithoutWorth_measuresTheOther() {
    ReferenceTable table =
        Tables.of(
            new double[] {0.1, 0.1, 0.1, 0.2, 0.2},
            new double[] {0.9, 0.9, 0.9, 0.2, 0.2},
            new double[] {0.1, 0.1, 0.1, 0.8, 0.8},
            new double[] {0.9, 0.9, 0.9, 0.8, 0.8});
    ActiveSelection selection = ActiveSelection.fit(table, new GaussianConditional(0, 1e-6));
    Measurements none = Measurements.none(table.columns());
    ActiveSelection lastOnly =
        selection.weighted(column -> table.columns().indexOf(column) == 4 ? 1e-3 : 0);
    assertTrue(table.columns().indexOf(lastOnly.suggest(none, 1).get(0)) >= 3);
    assertEquals(selection.suggest(none, 5), selection.weighted(column -> 1).suggest(none, 5));
    assertThrows(IllegalArgumentException.class, () -> selection.weighted(column -> -1));
  }

  @Test
  void suggest_bothSidesOfAPair_countAsOneMeasurement() {
    ReferenceTable table = Tables.synthetic(2, 6, 2, true);
    ActiveSelection selection = ActiveSelection.fit(table, GaussianConditional.create());
    List<Column> all = selection.suggest(Measurements.none(table.columns()), 1000);
    assertEquals(12, all.size());
    assertEquals(12, new HashSet<>(all).size());
    Measurements one = Measurements.none(table.columns()).with(all.get(0).linked(), 0.5);
    assertTrue(!selection.suggest(one, 1000).contains(all.get(0)));
  }

  /** The variance that measuring two columns removes, by the inverse of their 2 by 2 matrix. */
  private static double removed(double[] covariance, int size, int a, int b, double noise) {
    double aa = covariance[a * size + a] + noise;
    double bb = covariance[b * size + b] + noise;
    double ab = covariance[a * size + b];
    double removed = 0;
    for (int k = 0; k < size; k++) {
      double ka = covariance[k * size + a];
      double kb = covariance[k * size + b];
      removed += (bb * ka * ka - 2 * ab * ka * kb + aa * kb * kb) / (aa * bb - ab * ab);
    }
    return removed;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 0.01, 0.1, 1})
  void suggest_bothSides_removesTheMostVariance(double noise) {
    for (long seed = 0; seed < 12; seed++) {
      ReferenceTable table = Tables.synthetic(seed, 6, 2, true);
      double[] covariance = ShrunkenCovariance.of(table, 0.4);
      int size = table.columns().size();
      double most = 0;
      for (Column column : table.columns().asList()) {
        int a = table.columns().indexOf(column);
        int b = table.columns().indexOf(column.linked());
        most = Math.max(most, removed(covariance, size, a, b, noise));
      }
      Column chosen =
          ActiveSelection.fit(table, new GaussianConditional(0.4, noise))
              .suggest(Measurements.none(table.columns()), 1)
              .get(0);
      int a = table.columns().indexOf(chosen);
      int b = table.columns().indexOf(chosen.linked());
      assertEquals(most, removed(covariance, size, a, b, noise), 1e-9 * most, "seed " + seed);
    }
  }

  @Test
  void suggest_onlyOneWorkerTypePossible_staysThere() {
    ReferenceTable table = Tables.synthetic(2, 6, 2, false);
    ActiveSelection selection = ActiveSelection.fit(table, GaussianConditional.create());
    List<Column> columns =
        selection.suggest(
            Measurements.none(table.columns()), 3, column -> column.workerType().equals("w1"));
    assertEquals(3, columns.size());
    assertTrue(columns.stream().allMatch(column -> column.workerType().equals("w1")));
  }

  @Test
  void suggest_badArguments_areRefused() {
    ReferenceTable table = Tables.synthetic(2, 6, 2, false);
    ActiveSelection selection = ActiveSelection.fit(table, GaussianConditional.create());
    Measurements none = Measurements.none(table.columns());
    assertThrows(IllegalArgumentException.class, () -> selection.suggest(none, -1));
    Measurements other = Measurements.none(Tables.of(new double[2]).columns());
    assertThrows(IllegalArgumentException.class, () -> selection.suggest(other, 1));
  }
}
