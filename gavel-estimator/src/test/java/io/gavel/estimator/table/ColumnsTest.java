package io.gavel.estimator.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ColumnsTest {

  private final Columns columns = Columns.grid(List.of("k80", "v100"), List.of("a", "b"), true);

  @Test
  void grid_bothSides_ownRatesFirstThenLinked() {
    assertEquals(8, columns.size());
    assertEquals(Column.of("k80", "a"), columns.column(0));
    assertEquals(Column.of("v100", "b"), columns.column(3));
    assertEquals(Column.of("v100", "b").linked(), columns.column(7));
    assertEquals(Column.of("v100", "b"), columns.column(7).linked());
  }

  @Test
  void indexOf_everyColumn_isItsPosition() {
    for (int k = 0; k < columns.size(); k++) {
      assertEquals(k, columns.indexOf(columns.column(k)));
    }
  }

  @Test
  void indexOf_unknownColumn_namesIt() {
    var error =
        assertThrows(
            IllegalArgumentException.class, () -> columns.indexOf(Column.of("k80", "zebra")));
    assertTrue(error.getMessage().contains("k80 beside zebra"), error.getMessage());
  }

  @Test
  void of_columnTwice_namesBothPlaces() {
    var error =
        assertThrows(
            IllegalArgumentException.class,
            () -> Columns.grid(List.of("k80"), List.of("a", "b", "a"), false));
    assertEquals(
        "columns 0 and 2 are both \"k80 beside a\"; each must be different", error.getMessage());
  }

  @Test
  void of_noColumn_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Columns.of(List.of()));
  }

  @Test
  void column_outOfRange_saysTheRange() {
    var error = assertThrows(IndexOutOfBoundsException.class, () -> columns.column(8));
    assertEquals("column index 8 is outside 0..7", error.getMessage());
  }

  @Test
  void column_blankName_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Column.of(" ", "a"));
    assertThrows(IllegalArgumentException.class, () -> Column.of("k80", ""));
  }

  @Test
  void equals_sameColumns_isByValue() {
    var same = Columns.grid(List.of("k80", "v100"), List.of("a", "b"), true);
    assertEquals(columns, same);
    assertEquals(columns.hashCode(), same.hashCode());
  }

  @Test
  void requireSame_otherColumns_namesTheFirstDifference() {
    Columns columns = Columns.grid(List.of("w"), List.of("a", "b"), false);
    columns.requireSame(Columns.grid(List.of("w"), List.of("a", "b"), false), "row", "the table");
    Columns other = Columns.grid(List.of("w"), List.of("a", "c", "d"), false);
    assertEquals(
        "row has other columns than the table: column 1 is \"w beside c\" and must be \"w beside"
            + " b\"",
        assertThrows(
                IllegalArgumentException.class,
                () -> columns.requireSame(other, "row", "the table"))
            .getMessage());
    Columns more = Columns.grid(List.of("w"), List.of("a", "b", "c"), false);
    assertEquals(
        "row has other columns than the table: there are 3 and must be 2",
        assertThrows(
                IllegalArgumentException.class, () -> columns.requireSame(more, "row", "the table"))
            .getMessage());
  }
}
