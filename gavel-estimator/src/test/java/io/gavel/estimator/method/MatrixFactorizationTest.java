package io.gavel.estimator.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.Tables;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MatrixFactorizationTest {

  private final MatrixFactorization rankOne = new MatrixFactorization(1, 1e-6, 7, 1000, 1e-10);

  /** Rates {@code u_i v_k} with every third entry missing. */
  private static List<Measurements> rankOneRows(Columns columns) {
    List<Measurements> rows = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Measurements row = Measurements.none(columns);
      for (int k = 0; k < columns.size(); k++) {
        if ((i + k) % 3 != 0) {
          row = row.with(k, (0.5 + 0.1 * i) * (0.3 + 0.1 * k));
        }
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void complete_rankOneMatrix_recoversWhatIsMissing() {
    Columns columns = Columns.grid(List.of("w"), Tables.names("p", 6), false);
    List<Estimate> rows = rankOne.complete(rankOneRows(columns));
    for (int i = 0; i < 5; i++) {
      for (int k = 0; k < 6; k++) {
        assertEquals((0.5 + 0.1 * i) * (0.3 + 0.1 * k), rows.get(i).rate(k), 1e-4);
      }
    }
  }

  @Test
  void complete_nothingKnownInARow_isTheMeanOfTheOthers() {
    Columns columns = Columns.grid(List.of("w"), Tables.names("p", 2), false);
    List<Measurements> rows =
        List.of(
            Measurements.complete(columns, new double[] {0.2, 0.4}),
            Measurements.complete(columns, new double[] {0.4, 0.8}),
            Measurements.none(columns));
    assertArrayEquals(new double[] {0.3, 0.6}, rankOne.complete(rows).get(2).rates(), 1e-12);
  }

  @Test
  void complete_noRows_isEmpty() {
    assertEquals(List.of(), rankOne.complete(List.of()));
  }

  @Test
  void complete_mixedColumns_namesTheRow() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                rankOne.complete(
                    List.of(
                        Measurements.none(Columns.grid(List.of("w"), List.of("a"), false)),
                        Measurements.none(Columns.grid(List.of("w"), List.of("b"), false)))));
    assertTrue(error.getMessage().startsWith("row 1 "), error.getMessage());
  }

  @Test
  void fit_otherSeed_isAnotherStart() {
    ReferenceTable all = Tables.synthetic(5, 9, 2, false);
    Measurements row = Tables.profile(all.columns(), all.row(8), 0.3, new SplittableRandom(1));
    ReferenceTable references = all.without(8);
    Estimate one = MatrixFactorization.published(1).fit(references).estimate(row);
    assertNotEquals(one, MatrixFactorization.published(2).fit(references).estimate(row));
  }

  @Test
  void fit_syntheticTable_beatsTheColumnMeans() {
    double sum = 0;
    double ofMeans = 0;
    ReferenceTable all = Tables.synthetic(11, 20, 3, false);
    for (int i = 0; i < all.size(); i++) {
      ReferenceTable references = all.without(i);
      Measurements row = Tables.profile(all.columns(), all.row(i), 0.5, new SplittableRandom(i));
      sum += Tables.rmse(MatrixFactorization.create(1).fit(references).estimate(row), all.row(i));
      ofMeans +=
          Tables.rmse(
              Estimate.of(row, references.columnMeans(), references.columnMeans()), all.row(i));
    }
    assertTrue(sum < ofMeans, sum + " against " + ofMeans);
  }

  @Test
  void create_parametersOutOfRange_areRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new MatrixFactorization(0, 0.1, 1, 10, 1e-3));
    assertThrows(IllegalArgumentException.class, () -> new MatrixFactorization(3, 0, 1, 10, 1e-3));
    assertThrows(
        IllegalArgumentException.class, () -> new MatrixFactorization(3, Double.NaN, 1, 10, 1e-3));
    assertThrows(IllegalArgumentException.class, () -> new MatrixFactorization(3, 0.1, 1, 0, 1e-3));
    assertThrows(IllegalArgumentException.class, () -> new MatrixFactorization(3, 0.1, 1, 10, -1));
  }
}
