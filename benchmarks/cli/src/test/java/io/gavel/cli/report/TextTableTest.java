package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class TextTableTest {

  @Test
  void columns_areAsWideAsTheirWidestCell() {
    TextTable table = new TextTable();
    table.cell("job").cell("v100").text("note").endRow();
    table.cell("a").cell("12345").endRow();
    assertEquals("job   v100  note\na    12345\n", table.toString());
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES) // quadratic time would take hours
  void millionRows_arePrinted() {
    TextTable table = new TextTable();
    for (int i = 0; i < 1_000_000; i++) {
      table.cell("job").cell("1").endRow();
    }
    assertEquals(7_000_000, table.toString().length());
  }
}
