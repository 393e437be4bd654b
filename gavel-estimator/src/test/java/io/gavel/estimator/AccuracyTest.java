package io.gavel.estimator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How good the methods are, by the protocol of Gavel §6 over many choices of references. */
final class AccuracyTest {

  private static final EstimationMethod STANDARD = EstimationMethod.standard();

  @ParameterizedTest
  @CsvSource({"0.1, 0.125", "0.2, 0.115", "0.5, 0.105"})
  void standard_gavelTable_keepsErrorAndCoverage(double profile, double largest) {
    Experiment.Score score = new Experiment(Tables.gavel(false), 16, profile, 20).score(STANDARD);
    assertTrue(score.rmse() <= largest, score::toString);
    assertTrue(score.coverage() >= 0.85 && score.coverage() <= 0.95, score::toString);
  }

  /**
   * Half the columns: partners are references only, so nothing is known of the new types as
   * partners.
   */
  @ParameterizedTest
  @CsvSource({"0.1, 0.140", "0.2, 0.125", "0.5, 0.110"})
  void standard_gavelTableOverReferencesOnly_keepsError(double profile, double largest) {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, profile, 20, true);
    Experiment.Score score = experiment.score(STANDARD);
    assertTrue(score.rmse() <= largest, score::toString);
  }

  @ParameterizedTest
  @CsvSource({"0.1", "0.2", "0.5"})
  void standard_gavelTable_beatsEveryRival(double profile) {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, profile, 20);
    double own = experiment.score(STANDARD).rmse();
    for (EstimationMethod rival :
        List.of(
            RidgeCombination.create(), NearestReferences.create(), GaussianConditional.create())) {
      double error = experiment.score(rival).rmse();
      assertTrue(own < 0.95 * error, () -> "%s: %s against %s".formatted(rival, own, error));
    }
  }

  @Test
  void standard_gavelTable_farBetterThanThePapersChain() {
    Experiment experiment = new Experiment(Tables.gavel(false), 16, 0.2, 2);
    MatrixFactorization completion = MatrixFactorization.published(1);
    double own = experiment.score(STANDARD).rmse();
    assertTrue(own < 0.75 * experiment.score(completion).rmse());
    assertTrue(own < 0.75 * experiment.score(new Fingerprint(completion)).rmse());
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.055", "0.2, 0.032", "0.5, 0.022"})
  void standard_syntheticTable_keepsErrorAndCoverage(double profile, double largest) {
    Experiment experiment = new Experiment(Tables.synthetic(1, 26, 3, false), 16, profile, 5);
    Experiment.Score score = experiment.score(STANDARD);
    assertTrue(score.rmse() <= largest, score::toString);
    assertTrue(score.coverage() >= 0.85 && score.coverage() <= 0.95, score::toString);
    double ridge = experiment.score(RidgeCombination.create()).rmse();
    assertTrue(score.rmse() < ridge, () -> score + " against " + ridge);
  }

  @Test
  void standard_bothSidesMeasured_isBetterThanOne() {
    double one = new Experiment(Tables.gavel(false), 16, 0.1, 8).score(STANDARD).rmse();
    double both = new Experiment(Tables.gavel(true), 16, 0.1, 8).score(STANDARD).rmse();
    assertTrue(both < one, both + " against " + one);
  }
}
