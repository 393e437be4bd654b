package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.estimator.Tables;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReferenceTableTest {

  private final ReferenceTable table = Tables.of(new double[] {0, 0.5}, new double[] {1, 0.25});

  @Test
  void of_rowsGiven_keepsACopy() {
    double[][] rates = {{0.5}};
    var copy = ReferenceTable.of(Columns.of(List.of(Column.of("w", "p"))), List.of("a"), rates);
    rates[0][0] = 0.75;
    copy.row(0)[0] = 0.75;
    assertEquals(0.5, copy.rate(0, 0));
  }

  @Test
  void of_notANumber_namesTypeColumnAndRange() {
    var error =
        assertThrows(IllegalArgumentException.class, () -> Tables.of(new double[] {1, Double.NaN}));
    assertEquals(
        "rate of \"r0\" in column \"w beside p1\" is NaN; it must be from 0 to 1",
        error.getMessage());
  }

  @Test
  void of_aboveOne_isRefusedNotClipped() {
    assertThrows(IllegalArgumentException.class, () -> Tables.of(new double[] {1.01}));
  }

  @Test
  void of_wrongShapes_areRefused() {
    Columns two = table.columns();
    assertThrows(
        IllegalArgumentException.class, () -> ReferenceTable.of(two, List.of(), new double[0][]));
    assertThrows(
        IllegalArgumentException.class,
        () -> ReferenceTable.of(two, List.of("a", "b"), new double[][] {{0, 1}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> ReferenceTable.of(two, List.of("a"), new double[][] {{0}}));
    assertThrows(
        IllegalArgumentException.class,
        () -> ReferenceTable.of(two, List.of("a", "a"), new double[][] {{0, 1}, {0, 1}}));
  }

  @Test
  void without_row_keepsTheOthers() {
    assertEquals(List.of("r1"), table.without(0).names());
    assertArrayEquals(new double[] {1, 0.25}, table.without(0).row(0));
    assertThrows(IllegalArgumentException.class, () -> table.without(0).without(0));
  }

  @Test
  void columnMeans_twoRows_areTheirMiddle() {
    assertArrayEquals(new double[] {0.5, 0.375}, table.columnMeans());
  }

  @Test
  void equals_byValue() {
    assertEquals(table, table.select(List.of(0, 1)));
    assertEquals(table.hashCode(), table.select(List.of(0, 1)).hashCode());
    assertNotEquals(table, table.select(List.of(1, 0)));
    assertEquals("ReferenceTable[2 reference types, 2 columns]", table.toString());
  }
}
