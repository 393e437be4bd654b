package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoCommandTest {

  @TempDir private Path folder;

  @Test
  void demo_svgOption_writesThePictureAndPrintsItsPath() throws IOException {
    Path svg = folder.resolve("day.svg");
    CommandRun run = CommandRun.of("demo", "--svg", svg);
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains(svg.toString()), run.out());
    assertTrue(run.out().startsWith("gavel "), run.out());
    assertTrue(Files.readString(svg).startsWith("<svg "));
  }

  @Test
  void demo_pictureAndNone_isRefused() {
    CommandRun run = CommandRun.of("demo", "--no-svg", "--svg=day.svg");
    assertEquals(2, run.status());
    assertEquals("--no-svg writes no picture; omit it or --svg\n", run.err());
  }

  @Test
  void demo_pictureCannotBeWritten_isStatus2AndOneLine() {
    CommandRun run = CommandRun.of("demo", "--svg", folder.resolve("no").resolve("day.svg"));
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(
        run.err().strip().endsWith("day.svg: cannot be written: there is no such folder"),
        run.err());
  }

  @Test
  void help_everyCommand_exits0() {
    for (String command : new String[] {"demo", "solve", "simulate", "estimate"}) {
      CommandRun run = CommandRun.of(command, "--help");
      assertEquals(0, run.status());
      assertTrue(run.out().contains("Exit status:"), run.out());
    }
  }
}
