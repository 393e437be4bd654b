package io.gavel.estimator.measurement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.table.Column;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

final class RefinementTest {

  private final Columns columns = Tables.of(new double[2]).columns();
  private final Column first = columns.column(0);
  private final Estimate start =
      Estimate.of(Measurements.none(columns), new double[] {0.4, 0.6}, new double[] {0.2, 0.1});

  @Test
  void observe_exponentialAverage_isThePapers() {
    Refinement refined = Refinement.of(start, UpdateRule.published()).observe(first, 0.6);
    assertEquals(0.5, refined.belief(first).rate(), 1e-15);
    assertEquals(0.55, refined.observe(first, 0.6).belief(first).rate(), 1e-15);
  }

  @Test
  void observe_kalman_weighsByVariance() {
    UpdateRule rule = new UpdateRule.Kalman(0.1, 0);
    RateBelief rateBelief = Refinement.of(start, rule).observe(first, 0.5).belief(first);
    // variances 0.04 and 0.01: the observation has four times the weight
    assertEquals(0.48, rateBelief.rate(), 1e-15);
    assertEquals(0.008, rateBelief.variance(), 1e-15);
  }

  @Test
  void observe_steadyRate_kalmanIsNearerThanTheExponentialAverage() {
    double[] squares = new double[2];
    List<UpdateRule> rules = List.of(UpdateRule.standard(), UpdateRule.published());
    for (int rule = 0; rule < 2; rule++) {
      SplittableRandom random = new SplittableRandom(1);
      RateBelief rateBelief = RateBelief.of(0.4, 0.2);
      for (int t = 0; t < 200; t++) {
        rateBelief = rateBelief.observe(0.7 + 0.03 * random.nextGaussian(), rules.get(rule));
        squares[rule] += t < 20 ? 0 : (rateBelief.rate() - 0.7) * (rateBelief.rate() - 0.7);
      }
      assertEquals(0, rateBelief.drifts());
    }
    assertTrue(squares[0] < 0.5 * squares[1], squares[0] + " against " + squares[1]);
  }

  @Test
  void observe_rateDrops_isADriftAndIsFollowed() {
    SplittableRandom random = new SplittableRandom(2);
    RateBelief rateBelief = RateBelief.of(0.8, 0.1);
    for (int t = 0; t < 50; t++) {
      rateBelief = rateBelief.observe(0.8 + 0.03 * random.nextGaussian(), UpdateRule.standard());
    }
    assertEquals(0, rateBelief.drifts());
    for (int t = 0; t < 10; t++) {
      rateBelief = rateBelief.observe(0.5 + 0.03 * random.nextGaussian(), UpdateRule.standard());
    }
    assertEquals(1, rateBelief.drifts());
    assertEquals(0.5, rateBelief.rate(), 0.03);
  }

  @Test
  void observe_steadyForLong_raisesNoAlarm() {
    SplittableRandom random = new SplittableRandom(3);
    RateBelief rateBelief = RateBelief.of(0.5, 0.1);
    for (int t = 0; t < 5000; t++) {
      rateBelief = rateBelief.observe(0.5 + 0.03 * random.nextGaussian(), UpdateRule.standard());
    }
    assertEquals(0, rateBelief.drifts());
    assertEquals(5000, rateBelief.observations());
  }

  @Test
  void observe_zero_settlesAtOnceAndBack() {
    Refinement refined = Refinement.of(start, UpdateRule.standard()).observe(first, 0);
    assertEquals(0, refined.belief(first).rate());
    assertEquals(1, refined.toEstimate().zeroProbability(0));
    assertEquals(0.25, refined.observe(first, 0.25).belief(first).rate());
    assertEquals(0, refined.belief(first).drifts());
  }

  @Test
  void observe_anything_leavesTheOriginalAlone() {
    Refinement before = Refinement.of(start, UpdateRule.standard());
    Refinement after = before.observe(first, 0.9);
    assertNotEquals(before, after);
    assertEquals(Refinement.of(start, UpdateRule.standard()), before);
    assertEquals(0.4, before.belief(first).rate());
  }

  @Property
  void observe_anyRates_staysAFraction(
      @ForAll @DoubleRange(min = 0, max = 1) double from,
      @ForAll @DoubleRange(min = 0, max = 1) double error,
      @ForAll List<@DoubleRange(min = 0, max = 1) Double> rates) {
    for (UpdateRule rule : List.of(UpdateRule.standard(), UpdateRule.published())) {
      RateBelief rateBelief = RateBelief.of(from, error);
      for (double rate : rates) {
        rateBelief = rateBelief.observe(rate, rule);
        assertTrue(rateBelief.rate() >= 0 && rateBelief.rate() <= 1);
      }
      assertEquals(rates.size(), rateBelief.observations());
    }
  }

  @Test
  void reestimate_oneColumnObserved_improvesTheOthers() {
    ReferenceTable table = Tables.synthetic(6, 14, 2, false);
    RowEstimator estimator = GaussianConditional.create().fit(table.without(13));
    double[] truth = table.row(13);
    Estimate prior = estimator.estimate(Measurements.none(table.columns()));
    Refinement refined = Refinement.of(prior, UpdateRule.standard());
    for (int k = 0; k < truth.length; k += 4) {
      refined = refined.observe(table.columns().column(k), truth[k]);
    }
    Refinement spread = refined.reestimate(estimator);
    assertEquals(refined.measurements(), spread.measurements());
    assertTrue(Tables.rmse(spread.toEstimate(), truth) < 0.8 * Tables.rmse(prior, truth));
  }

  @Test
  void of_measuredColumn_countsAsObserved() {
    Estimate half =
        Estimate.of(Measurements.none(columns).with(0, 0.3), new double[] {0, 0.6}, new double[2]);
    Refinement refinement = Refinement.of(half, UpdateRule.standard());
    assertEquals(half.measurements(), refinement.measurements());
    assertEquals(1, refinement.belief(first).observations());
  }

  @Test
  void observe_outOfRange_isRefused() {
    Refinement refinement = Refinement.of(start, UpdateRule.standard());
    assertThrows(IllegalArgumentException.class, () -> refinement.observe(first, Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> refinement.observe(Column.of("w", "zebra"), 0.5));
    assertThrows(IllegalArgumentException.class, () -> new UpdateRule.Kalman(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new UpdateRule.ExponentialAverage(1.5, 0.1));
  }
}
