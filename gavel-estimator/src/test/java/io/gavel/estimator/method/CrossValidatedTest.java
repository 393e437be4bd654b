package io.gavel.estimator.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Estimate.ErrorQuantiles;
import io.gavel.estimator.Estimate.Interval;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.evaluate.LeaveOneOut;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CrossValidatedTest {

  private final ReferenceTable table = Tables.synthetic(8, 14, 2, false);
  private final Measurements row =
      Tables.profile(table.columns(), table.row(13), 0.3, new SplittableRandom(1));
  private final EstimationMethod gaussian = GaussianConditional.create();

  @Test
  void fit_betterAndWorseCandidate_takesTheBetter() {
    EstimationMethod worse = new RidgeCombination(1e6);
    EstimationMethod chosen = new CrossValidated(List.of(worse, gaussian), 1);
    assertEquals(
        gaussian.fit(table.without(13)).estimate(row).rate(5),
        chosen.fit(table.without(13)).estimate(row).rate(5));
    LeaveOneOut judge = LeaveOneOut.of(0.3, 1);
    assertTrue(judge.rmse(gaussian, table) < judge.rmse(worse, table));
  }

  @Test
  void interval_higherLevel_isWiderAndHoldsTheRate() {
    Estimate estimate =
        new CrossValidated(List.of(gaussian), 1).fit(table.without(13)).estimate(row);
    for (int k = 0; k < table.columns().size(); k++) {
      Interval half = estimate.interval(k, 0.5);
      Interval most = estimate.interval(k, 0.95);
      assertTrue(most.low() <= half.low() && half.high() <= most.high(), "column " + k);
      assertTrue(half.contains(estimate.rate(k)), "column " + k);
    }
  }

  @Test
  void interval_measuredColumn_isAPoint() {
    Estimate estimate = gaussian.fit(table.without(13)).estimate(row);
    int k = row.indices()[0];
    assertEquals(new Interval(row.rate(k), row.rate(k)), estimate.interval(k, 0.9));
    assertEquals(0, estimate.standardError(k));
  }

  @Test
  void interval_notCalibrated_isChebyshevs() {
    Columns columns = Tables.of(new double[1]).columns();
    Estimate estimate =
        Estimate.of(Measurements.none(columns), new double[] {0.5}, new double[] {0.1});
    Interval interval = estimate.interval(0, 0.75);
    assertEquals(0.3, interval.low(), 1e-12);
    assertEquals(0.7, interval.high(), 1e-12);
    assertEquals(new Interval(0, 1), estimate.interval(0, 0.99));
    assertThrows(IllegalArgumentException.class, () -> estimate.interval(0, 1));
  }

  @Test
  void fit_oneReference_staysAsTheMethodHasIt() {
    ReferenceTable one = Tables.of(new double[] {0.5, 0.25});
    Measurements half = Measurements.none(one.columns()).with(0, 0.5);
    assertEquals(
        gaussian.fit(one).estimate(half),
        new CrossValidated(List.of(gaussian), 1).fit(one).estimate(half));
  }

  /** One part of 16 is held out of 4,096 types, and all 14 types of a small table. */
  @Test
  void trials_manyReferences_areOfSome() {
    LeaveOneOut judge = LeaveOneOut.of(0.3, 1);
    EstimationMethod nearest = NearestReferences.create();
    assertEquals(14, judge.trials(nearest, table).size());
    Columns columns = Columns.grid(List.of("a"), Tables.names("p", 8), false);
    SplittableRandom random = new SplittableRandom(4);
    double[][] rates = new double[4_096][];
    Arrays.setAll(rates, i -> random.doubles(8, 0.5, 0.6).toArray());
    ReferenceTable many = ReferenceTable.of(columns, Tables.names("r", 4_096), rates);
    var trials = judge.trials(nearest, many);
    assertEquals(256, trials.size());
    assertEquals(256, trials.stream().map(trial -> trial.jobType()).distinct().count());
    assertTrue(LeaveOneOut.meanRmse(trials) < 0.1);
  }

  @Test
  void rmse_oneReference_namesIt() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> LeaveOneOut.of(0.5, 1).rmse(gaussian, Tables.of(new double[] {1})));
    assertTrue(error.getMessage().startsWith("\"r0\" is the only"), error.getMessage());
  }

  @Test
  void rmse_moreTypesThanFolds_judgesThemAll() {
    LeaveOneOut judge = new LeaveOneOut(0.3, 1, 3);
    assertEquals(14, judge.trials(gaussian, table).size());
    assertTrue(judge.rmse(gaussian, table) < judge.rmse(new RidgeCombination(1e6), table));
  }

  @Test
  void quantiles_nineErrors_leaveOneBeyondEachEnd() {
    ErrorQuantiles quantiles = ErrorQuantiles.of(new double[] {5, 1, 2, 3, 4, 6, 7, 8, 9});
    assertEquals(1, quantiles.at(0.1, 0.8));
    assertEquals(9, quantiles.at(0.9, 0.8));
    assertEquals(5, quantiles.at(0.5, 0.8));
  }

  @Test
  void interval_endsOutOfOrder_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Interval(0.5, 0.25));
    assertThrows(IllegalArgumentException.class, () -> new Interval(Double.NaN, 1));
    assertFalse(new Interval(0.25, 0.5).contains(0.75));
  }

  /**
   * A method that takes the measured share for the rate, with standard errors of 0.1. If all rates
   * are 0.5, the middle of the errors of held-out rows with about the same share leads to 0.5.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 20, 40, 70, 100, 150})
  void interval_anyShareMeasured_hasTheErrorsOfTheNearestShare(int count) {
    Columns columns = Columns.grid(List.of("a"), Tables.names("p", 200), false);
    double[][] rates = new double[20][200];
    for (double[] row : rates) {
      Arrays.fill(row, 0.5);
    }
    ReferenceTable half = ReferenceTable.of(columns, Tables.names("job", rates.length), rates);
    EstimationMethod share =
        references ->
            new RowEstimator() {
              @Override
              public Columns columns() {
                return references.columns();
              }

              @Override
              public Estimate estimate(Measurements of) {
                double[] rate = new double[200];
                Arrays.fill(rate, of.count() / 200.0);
                double[] error = new double[200];
                Arrays.fill(error, 0.1);
                return Estimate.of(of, rate, error);
              }
            };
    Measurements measured = Measurements.none(columns);
    for (int k = 0; k < count; k++) {
      measured = measured.with(k, 0.5);
    }
    Estimate estimate = new CrossValidated(List.of(share), 1).fit(half).estimate(measured);
    Interval interval = estimate.interval(199, 0.02);
    double rate = count / 200.0;
    assertEquals(Math.min(rate, 0.5), interval.low(), 0.02);
    assertEquals(Math.max(rate, 0.5), interval.high(), 0.02);
  }
}
