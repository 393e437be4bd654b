package io.gavel.estimator.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Estimate.Match;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.Tables;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FingerprintTest {

  private final ReferenceTable table =
      Tables.of(new double[] {1, 0}, new double[] {0.5, 0.5}, new double[] {0, 0});

  private Estimate row(double... rates) {
    return Estimate.of(Measurements.complete(table.columns(), rates), rates, rates);
  }

  @Test
  void matches_sameDirection_isDistanceZero() {
    List<Match> matches = Fingerprint.matches(table, row(0.25, 0.25));
    assertEquals("r1", matches.get(0).reference());
    assertEquals(0, matches.get(0).distance(), 1e-15);
    assertEquals("r0", matches.get(1).reference());
    assertEquals(1 - Math.sqrt(0.5), matches.get(1).distance(), 1e-12);
    assertEquals(new Match("r2", 1), matches.get(2));
  }

  @Test
  void matches_zeroRow_matchesOnlyTheZeroRow() {
    assertEquals(
        List.of(new Match("r2", 0), new Match("r0", 1), new Match("r1", 1)),
        Fingerprint.matches(table, row(0, 0)));
  }

  @Test
  void matches_everyReferenceMeasuredInFull_isItsOwnNearest() {
    ReferenceTable all = Tables.synthetic(3, 16, 3, false);
    for (int i = 0; i < all.size(); i++) {
      Measurements complete = Measurements.complete(all.columns(), all.row(i));
      Estimate itself = Estimate.of(complete, all.row(i), all.row(i));
      assertEquals(all.names().get(i), Fingerprint.matches(all, itself).get(0).reference());
    }
  }

  @Test
  void matches_otherColumns_areRefused() {
    ReferenceTable other = Tables.of(new double[] {1, 0, 0});
    assertThrows(IllegalArgumentException.class, () -> Fingerprint.matches(other, row(0.5, 0.5)));
  }

  @Test
  void fit_halfMeasured_takesTheNearestRow() {
    ReferenceTable two = Tables.of(new double[] {1, 0, 0.5}, new double[] {0, 1, 0.25});
    Measurements row = Measurements.none(two.columns()).with(0, 0.75).with(1, 0.125);
    EstimationMethod chain = new Fingerprint(new MatrixFactorization(1, 1e-3, 1, 100, 1e-9));
    assertArrayEquals(new double[] {0.75, 0.125, 0.5}, chain.fit(two).estimate(row).rates(), 1e-12);
  }

  @Test
  void match_distanceOutOfRange_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Match("a", -0.5));
    assertThrows(IllegalArgumentException.class, () -> new Match(" ", 0.5));
  }
}
