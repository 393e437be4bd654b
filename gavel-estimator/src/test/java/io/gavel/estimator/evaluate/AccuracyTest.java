package io.gavel.estimator.evaluate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.Experiment;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.method.EstimationMethods;
import io.gavel.estimator.method.Fingerprint;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.method.MatrixFactorization;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.method.RidgeCombination;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How good the methods are, by the protocol of Gavel §6 over many choices of references. */
final class AccuracyTest {

  private static final EstimationMethod STANDARD = EstimationMethods.standard();

  private static final boolean NIGHTLY = Boolean.getBoolean("gavel.nightly");

  /**
   * Choices of references. The nightly profile judges by twenty of them; the first six are a sample
   * with bounds of its own, since they happen to be harder and their coverage scatters more.
   */
  private static final int DRAWS = NIGHTLY ? 20 : 6;

  private static final double LEAST_COVERAGE = NIGHTLY ? 0.85 : 0.82;

  private static double[] largest(double[] ofTwenty, double[] ofSix) {
    return NIGHTLY ? ofTwenty : ofSix;
  }

  private static void assertErrors(List<Accuracy> scores, double[] largest) {
    for (int p = 0; p < largest.length; p++) {
      assertTrue(scores.get(p).rmse() <= largest[p], scores::toString);
    }
  }

  private static void assertCoverage(List<Accuracy> scores) {
    for (Accuracy score : scores) {
      assertTrue(score.coverage() >= LEAST_COVERAGE && score.coverage() <= 0.95, scores::toString);
    }
  }

  private static void assertBetter(List<Accuracy> scores, List<Accuracy> rivals, double share) {
    for (int p = 0; p < scores.size(); p++) {
      assertTrue(
          scores.get(p).rmse() < share * rivals.get(p).rmse(), scores + " against " + rivals);
    }
  }

  @Test
  void standard_gavelTable_keepsErrorAndCoverageAndBeatsRivals() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, DRAWS, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(
        scores, largest(new double[] {0.125, 0.112, 0.103}, new double[] {0.134, 0.124, 0.114}));
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), NIGHTLY ? 0.91 : 0.93);
    assertBetter(scores, experiment.scores(NearestReferences.create()), 0.91);
    assertBetter(scores, experiment.scores(GaussianConditional.create()), 0.95);
  }

  @Test
  void standard_gavelTable_farBetterThanThePapersChain() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, NIGHTLY ? 5 : 3, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    MatrixFactorization completion = MatrixFactorization.published(1);
    assertBetter(scores, experiment.scores(completion), 0.7);
    assertBetter(scores, experiment.scores(new Fingerprint(completion)), 0.75);
  }

  /** Partners are references only, so nothing is known of the new types as partners. */
  @Test
  void standard_gavelTableWithKnownPartnersOnly_keepsErrorAndBeatsRidge() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, DRAWS, true);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(
        scores, largest(new double[] {0.140, 0.125, 0.110}, new double[] {0.142, 0.129, 0.113}));
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), 0.95);
  }

  @Test
  void standard_bothRatesOfAPairMeasured_isBetterThanOneAtFewMeasurements() {
    int draws = NIGHTLY ? 8 : 3;
    List<Accuracy> one = new Experiment(Tables.gavel(false), 16, draws, false).scores(STANDARD);
    List<Accuracy> both = new Experiment(Tables.gavel(true), 16, draws, false).scores(STANDARD);
    assertTrue(both.get(0).rmse() < one.get(0).rmse(), both + " against " + one);
  }

  @Test
  void standard_syntheticTable_keepsErrorAndCoverageAndBeatsRidge() {
    Experiment experiment = new Experiment(Tables.synthetic(1, 26, 3, false), 16, DRAWS, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(
        scores, largest(new double[] {0.060, 0.040, 0.026}, new double[] {0.056, 0.035, 0.016}));
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), NIGHTLY ? 0.95 : 0.97);
  }

  @Test
  void standard_nothingMeasured_keepsCoverage() {
    List<HeldOutTrial> trials = new ArrayList<>();
    for (int seed = 0; seed < DRAWS; seed++) {
      HoldOut draw = HoldOut.draw(Tables.synthetic(1, 26, 3, false), 16, seed);
      trials.addAll(draw.trials(STANDARD.fit(draw.references()), 0));
    }
    assertCoverage(List.of(Accuracy.of(trials)));
  }

  /**
   * On average, that is: a single measurement may mislead about other columns, never about its own.
   */
  @Test
  void standard_moreMeasured_isBetterOnAverage() {
    ReferenceTable table = Tables.synthetic(1, 26, 3, false);
    double previous = Double.POSITIVE_INFINITY;
    for (double profile : List.of(0.02, 0.1, 0.3, 0.7)) {
      double sum = 0;
      for (int i = 0; i < table.size(); i++) {
        RowEstimator fitted = GaussianConditional.create().fit(table.without(i));
        Measurements row =
            Tables.profile(table.columns(), table.row(i), profile, new SplittableRandom(i));
        sum += Tables.rmse(fitted.estimate(row), table.row(i));
      }
      assertTrue(sum < previous, "at " + profile);
      previous = sum;
    }
  }
}
