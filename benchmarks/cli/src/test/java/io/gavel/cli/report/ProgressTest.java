package io.gavel.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  @Timeout(60)
  void started_oneLongStep_showsWhatIsDone() throws InterruptedException {
    try (Progress bar = Progress.started("solves", 3, true, stream, 1)) {
      bar.step(1, "by fifo");
      while (!shown().contains("by fifo")) {
        Thread.sleep(10);
      }
      assertTrue(shown().contains("solves") && shown().contains("1/3"), shown());
    }
  }

  @Test
  void started_shortWork_showsNothing() {
    try (Progress bar = Progress.started("solves", 3, true, stream, 1_000_000)) {
      bar.step(1, "by fifo");
    }
    assertEquals("", shown());
  }

  @Test
  void started_notWanted_showsNothing() throws InterruptedException {
    try (Progress bar = Progress.started("solves", 3, false, stream, 0)) {
      bar.step(1, "by fifo");
      Thread.sleep(50);
    }
    assertEquals("", shown());
  }
}
