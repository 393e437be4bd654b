package io.gavel.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What the program of the first tutorial prints is what the page shows. */
class FirstAllocationTest {

  @Test
  void main_prints_theOutputOnThePage() {
    PrintStream out = System.out;
    Locale locale = Locale.getDefault();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      Locale.setDefault(Locale.ROOT);
      System.setOut(new PrintStream(printed, true, UTF_8));
      FirstAllocation.main(new String[0]);
    } finally {
      System.setOut(out);
      Locale.setDefault(locale);
    }
    String shown =
        Pages.blocks("text").stream()
            .filter(block -> block.name().equals("output of the first allocation"))
            .findFirst()
            .orElseThrow()
            .text();
    assertEquals(withoutGap(shown), withoutGap(printed.toString(UTF_8)));
  }

  /** The digits of a gap of 10⁻¹⁴ are the solver's. */
  private static String withoutGap(String text) {
    return text.replaceAll("\\d\\.\\de-\\d\\d", "gap").replace("\r\n", "\n");
  }
}
