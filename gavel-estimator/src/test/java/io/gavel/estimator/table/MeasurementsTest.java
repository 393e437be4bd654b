package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MeasurementsTest {

  private final Columns columns = Columns.grid(List.of("w"), List.of("a", "b", "c"), false);

  @Test
  void with_columnByName_isMeasuredAndTheRestIsNot() {
    Measurements row = Measurements.none(columns).with(Column.of("w", "b"), 0.5);
    assertEquals(1, row.count());
    assertTrue(row.isMeasured(1));
    assertFalse(row.isMeasured(0));
    assertEquals(0.5, row.rate(1));
    assertArrayEquals(new int[] {1}, row.indices());
  }

  @Test
  void with_sameColumnAgain_replaces() {
    assertEquals(0.25, Measurements.none(columns).with(1, 0.5).with(1, 0.25).rate(1));
  }

  @Test
  void with_anything_leavesTheOriginalAlone() {
    Measurements none = Measurements.none(columns);
    none.with(0, 1);
    assertEquals(0, none.count());
  }

  @Test
  void of_unmeasuredNotANumber_isIgnored() {
    var row =
        Measurements.of(
            columns, new double[] {Double.NaN, 1, 7}, new boolean[] {false, true, false});
    assertEquals(Measurements.none(columns).with(1, 1), row);
  }

  @Test
  void of_measuredNotANumber_namesTheColumn() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> Measurements.complete(columns, new double[] {Double.NaN, 1, 1}));
    assertEquals(
        "measured rate in column \"w beside a\" is NaN; it must be from 0 to 1",
        error.getMessage());
  }

  @Test
  void rate_notMeasured_isRefused() {
    var error =
        assertThrows(IllegalArgumentException.class, () -> Measurements.none(columns).rate(2));
    assertEquals(
        "column \"w beside c\" was not measured; its rate is in an estimate", error.getMessage());
  }

  @Test
  void normalizedRate_fasterThanAlone_countsAsOne() {
    assertEquals(1, Measurements.normalizedRate(10.5, 10));
    assertEquals(0.25, Measurements.normalizedRate(1, 4));
    assertThrows(IllegalArgumentException.class, () -> Measurements.normalizedRate(1, 0));
    assertThrows(IllegalArgumentException.class, () -> Measurements.normalizedRate(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> Measurements.normalizedRate(Double.NaN, 1));
  }

  @Test
  void of_rowOfAnotherLength_isRefused() {
    for (int length : new int[] {2, 4}) {
      double[] rates = new double[length];
      boolean[] mask = new boolean[length];
      assertThrows(
          IllegalArgumentException.class,
          () -> Measurements.of(columns, rates, new boolean[3]),
          "rates");
      assertThrows(
          IllegalArgumentException.class,
          () -> Measurements.of(columns, new double[3], mask),
          "mask");
    }
  }

  @Test
  void equals_zeroMeasured_isNotNothingMeasured() {
    Measurements none = Measurements.none(columns);
    assertNotEquals(none, none.with(0, 0));
    assertNotEquals(none.with(0, 0.5), none.with(0, 0.25));
    assertEquals(none.with(0, 0.5).hashCode(), none.with(0, 0.5).hashCode());
    assertEquals("Measurements[1 of 3 columns]", none.with(0, 0).toString());
  }
}
