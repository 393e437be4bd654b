package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.method.Feasibility;
import io.gavel.estimator.method.Fingerprint;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.method.MatrixFactorization;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.method.RidgeCombination;
import io.gavel.estimator.method.WeightedEnsemble;
import io.gavel.policies.contract.Draws;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All methods keep all rules, on ordinary tables and on degenerate ones. */
final class EstimationRulesTest {

  static Stream<EstimationMethod> methods() {
    return Stream.of(
        MatrixFactorization.create(1),
        MatrixFactorization.published(2),
        new Fingerprint(MatrixFactorization.create(3)),
        RidgeCombination.create(),
        GaussianConditional.create(),
        NearestReferences.create(),
        new Feasibility(RidgeCombination.create(), 3),
        new WeightedEnsemble(List.of(new WeightedEnsemble.Part(NearestReferences.create(), 1))),
        EstimationMethods.standard());
  }

  @Property
  void rules_anyTable_hold(
      @ForAll @IntRange(min = 0, max = 8) int method,
      @ForAll @IntRange(min = 1, max = 12) int references,
      @ForAll @IntRange(min = 1, max = 3) int workerTypes,
      @ForAll @IntRange(min = 0, max = 10) int tenths,
      @ForAll Draws random) {
    ReferenceTable all = Tables.synthetic(random, references + 1, workerTypes, true);
    Measurements row = Tables.profile(all.columns(), all.row(references), tenths / 10.0, random);
    EstimationRules.checkAll(methods().toList().get(method), all.without(references), row);
  }

  /** All references are at a right angle to the row but for rounding. */
  @Example
  void rules_tiedReferences_hold() {
    ReferenceTable all = Tables.synthetic(-991, 4, 2, true);
    Measurements row = Tables.profile(all.columns(), all.row(3), 0.9, new SplittableRandom(-991));
    EstimationRules.checkAll(new Fingerprint(MatrixFactorization.create(3)), all.without(3), row);
  }

  /** Two candidates are equally good but for rounding. */
  @Example
  void rules_tiedCandidates_hold() {
    ReferenceTable all = Tables.synthetic(8, 3, 3, true);
    Measurements row = Tables.profile(all.columns(), all.row(2), 0.1, new SplittableRandom(8));
    EstimationRules.checkAll(EstimationMethods.standard(), all.without(2), row);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void rules_constantRows_hold(EstimationMethod method) {
    ReferenceTable table = Tables.of(new double[] {0.5, 0.5, 0.5}, new double[] {0.5, 0.5, 0.5});
    EstimationRules.checkAll(method, table, Measurements.none(table.columns()).with(0, 0.5));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void rules_allZeros_holdAndAnswerZero(EstimationMethod method) {
    ReferenceTable table = Tables.of(new double[3], new double[3]);
    Measurements row = Measurements.none(table.columns()).with(0, 0);
    EstimationRules.checkAll(method, table, row);
    assertEquals(0, method.fit(table).estimate(row).rate(2), 1e-12);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void rules_oneReferenceOneColumn_hold(EstimationMethod method) {
    ReferenceTable table = Tables.of(new double[] {0.25});
    EstimationRules.checkAll(method, table, Measurements.none(table.columns()).with(0, 0.75));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void estimate_otherColumns_areRefused(EstimationMethod method) {
    RowEstimator estimator = method.fit(Tables.of(new double[] {0.25, 0.5}));
    Measurements row = Measurements.none(Columns.of(List.of(Column.of("w", "zebra"))));
    assertThrows(IllegalArgumentException.class, () -> estimator.estimate(row));
  }

  @Example
  void rules_methodThatOverwritesMeasurements_isReported() {
    ReferenceTable table = Tables.of(new double[] {0.25, 0.5});
    Columns columns = table.columns();
    EstimationMethod wrong =
        references ->
            new RowEstimator() {
              @Override
              public Columns columns() {
                return columns;
              }

              @Override
              public Estimate estimate(Measurements row) {
                return Estimate.of(
                    Measurements.none(columns), references.columnMeans(), new double[2]);
              }
            };
    Measurements row = Measurements.none(columns).with(0, 1);
    var error =
        assertThrows(
            AssertionError.class, () -> EstimationRules.measuredIsMeasured(wrong, table, row));
    assertTrue(error.getMessage().startsWith("rule 1"), error.getMessage());
  }

  @Test
  void estimateOf_outOfRange_isRefused() {
    Columns columns = Columns.grid(List.of("w"), List.of("a"), false);
    Measurements none = Measurements.none(columns);
    assertThrows(
        IllegalArgumentException.class,
        () -> Estimate.of(none, new double[] {Double.NaN}, new double[1]));
    assertThrows(
        IllegalArgumentException.class, () -> Estimate.of(none, new double[] {1.5}, new double[1]));
    assertThrows(
        IllegalArgumentException.class, () -> Estimate.of(none, new double[2], new double[2]));
  }
}
