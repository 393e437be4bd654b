package io.gavel.estimator.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Tables;
import io.gavel.estimator.evaluate.HoldOut.HeldOutTrial;
import io.gavel.estimator.method.NearestReferences;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HoldOutTest {

  private final ReferenceTable table = Tables.synthetic(3, 9, 2, true);

  private static List<HeldOutTrial> trials(HoldOut draw, double profile) {
    return draw.trials(NearestReferences.create().fit(draw.references()), profile);
  }

  @Test
  void draw_anySeed_splitsTheTable() {
    HoldOut draw = HoldOut.draw(table, 6, 5);
    Set<String> all = new HashSet<>(draw.references().names());
    assertEquals(6, all.size());
    all.addAll(draw.newTypes().names());
    assertEquals(Set.copyOf(table.names()), all);
    assertEquals(3, draw.newTypes().size());
  }

  @Test
  void draw_otherSeed_choosesOthers() {
    Set<List<String>> chosen = new HashSet<>();
    for (int seed = 0; seed < 10; seed++) {
      chosen.add(HoldOut.draw(table, 6, seed).references().names());
    }
    assertTrue(chosen.size() >= 9, chosen::toString);
  }

  @Test
  void draw_rowsInOtherOrder_isTheSameAndMeasuresTheSame() {
    ReferenceTable turned = table.select(IntStream.range(0, 9).mapToObj(i -> 8 - i).toList());
    assertEquals(HoldOut.draw(table, 6, 2), HoldOut.draw(turned, 6, 2));
    assertEquals(trials(HoldOut.draw(table, 6, 2), 0.4), trials(HoldOut.draw(turned, 6, 2), 0.4));
  }

  @Test
  void trials_largerProfile_measuresMoreAndWhatWasMeasured() {
    HoldOut draw = HoldOut.draw(table, 6, 2);
    Measurements few = trials(draw, 0.2).get(0).estimate().measurements();
    Measurements many = trials(draw, 0.6).get(0).estimate().measurements();
    assertTrue(few.count() > 0 && few.count() < many.count(), few + " " + many);
    for (int k : few.indices()) {
      assertTrue(many.isMeasured(k));
    }
  }

  @Test
  void trials_bothRatesOfAPair_areMeasuredTogether() {
    Measurements row = trials(HoldOut.draw(table, 6, 2), 0.4).get(0).estimate().measurements();
    for (int k = 0; k < table.columns().size(); k++) {
      int linked = table.columns().indexOf(table.columns().column(k).linked());
      assertEquals(row.isMeasured(k), row.isMeasured(linked));
    }
  }

  @Test
  void accuracy_knownErrors_countsRowsCellsAndCoverage() {
    Columns columns = Columns.grid(List.of("w"), List.of("a", "b", "c"), false);
    Measurements truth = Measurements.complete(columns, new double[] {0.5, 0.5, 0.5});
    Measurements one = Measurements.none(columns).with(0, 0.5);
    double[] narrow = {0, 0, 0.1};
    HeldOutTrial off =
        new HeldOutTrial("off", Estimate.of(one, new double[] {0, 0.8, 0.6}, narrow), truth);
    Measurements two = one.with(1, 0.5);
    HeldOutTrial near =
        new HeldOutTrial("near", Estimate.of(two, new double[] {0, 0, 0.5}, narrow), truth);
    HeldOutTrial full =
        new HeldOutTrial("full", Estimate.of(truth, new double[3], new double[3]), truth);
    Accuracy accuracy = Accuracy.of(List.of(off, near, full));
    assertEquals(3, accuracy.cells());
    assertEquals(Math.sqrt((0.09 + 0.01) / 2) / 2, accuracy.rmse(), 1e-12);
    assertEquals(Math.sqrt((0.09 + 0.01) / 3), accuracy.pooledRmse(), 1e-12);
    assertEquals(2.0 / 3, accuracy.coverage(), 1e-12);
  }

  @Test
  void accuracy_partnersRates_countNowhere() {
    HoldOut draw = HoldOut.draw(table, 6, 2);
    assertEquals(3 * 18, Accuracy.of(trials(draw, 0)).cells());
  }

  @Test
  void accuracy_nothingEstimated_isNaN() {
    Accuracy accuracy = Accuracy.of(trials(HoldOut.draw(table, 6, 2), 1));
    assertEquals(new Accuracy(Double.NaN, Double.NaN, Double.NaN, 0), accuracy);
  }

  @Test
  void draw_badNumberOfReferences_isRefused() {
    for (int references : new int[] {-1, 0, 9, 10}) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> HoldOut.draw(table, references, 0))
              .getMessage();
      assertEquals(
          "number of references is %s; it must be at least 1 and less than the 9 job types"
              .formatted(references),
          message);
    }
  }

  @Test
  void trials_badProfile_isRefused() {
    HoldOut draw = HoldOut.draw(table, 6, 0);
    for (double profile : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> trials(draw, profile));
    }
  }

  @Test
  void trial_rowsThatDoNotFit_areRefused() {
    Columns columns = table.columns();
    double[] zeros = new double[columns.size()];
    Estimate estimate = Estimate.of(Measurements.none(columns), zeros, zeros);
    Measurements other = Tables.synthetic(1, 4, 1, false).complete(0);
    assertThrows(IllegalArgumentException.class, () -> new HeldOutTrial("t", estimate, other));
    Measurements gaps = Measurements.none(columns);
    assertThrows(IllegalArgumentException.class, () -> new HeldOutTrial("t", estimate, gaps));
    assertThrows(
        IllegalArgumentException.class, () -> new HeldOutTrial(" ", estimate, table.complete(0)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new HoldOut(table, Tables.synthetic(1, 4, 1, false), 0));
  }
}
