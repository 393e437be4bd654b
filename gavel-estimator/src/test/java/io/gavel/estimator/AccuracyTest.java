package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How good the methods are, by the protocol of Gavel §6 over many choices of references. */
final class AccuracyTest {

  private static final EstimationMethod STANDARD = EstimationMethods.standard();

  private static void assertErrors(List<Accuracy> scores, double... largest) {
    for (int p = 0; p < largest.length; p++) {
      assertTrue(scores.get(p).rmse() <= largest[p], scores::toString);
    }
  }

  private static void assertCoverage(List<Accuracy> scores) {
    for (Accuracy score : scores) {
      assertTrue(score.coverage() >= 0.85 && score.coverage() <= 0.95, scores::toString);
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
    Experiment experiment = new Experiment(Tables.gavel(false), 16, 20, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(scores, 0.125, 0.112, 0.103);
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), 0.91);
    assertBetter(scores, experiment.scores(NearestReferences.create()), 0.91);
    assertBetter(scores, experiment.scores(GaussianConditional.create()), 0.95);
  }

  @Test
  void standard_gavelTable_farBetterThanThePapersChain() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, 5, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    MatrixFactorization completion = MatrixFactorization.published(1);
    assertBetter(scores, experiment.scores(completion), 0.7);
    assertBetter(scores, experiment.scores(new Fingerprint(completion)), 0.75);
  }

  /** Partners are references only, so nothing is known of the new types as partners. */
  @Test
  void standard_gavelTableWithKnownPartnersOnly_keepsErrorAndBeatsRidge() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, 20, true);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(scores, 0.140, 0.125, 0.110);
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), 0.95);
  }

  @Test
  void standard_bothRatesOfAPairMeasured_isBetterThanOneAtFewMeasurements() {
    List<Accuracy> one = new Experiment(Tables.gavel(false), 16, 8, false).scores(STANDARD);
    List<Accuracy> both = new Experiment(Tables.gavel(true), 16, 8, false).scores(STANDARD);
    assertTrue(both.get(0).rmse() < one.get(0).rmse(), both + " against " + one);
  }

  @Test
  void standard_syntheticTable_keepsErrorAndCoverageAndBeatsRidge() {
    Experiment experiment = new Experiment(Tables.synthetic(1, 26, 3, false), 16, 20, false);
    List<Accuracy> scores = experiment.scores(STANDARD);
    assertErrors(scores, 0.060, 0.040, 0.026);
    assertCoverage(scores);
    assertBetter(scores, experiment.scores(RidgeCombination.create()), 0.95);
  }

  @Test
  void standard_nothingMeasured_keepsCoverage() {
    List<Trial> trials = new ArrayList<>();
    for (int seed = 0; seed < 20; seed++) {
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
