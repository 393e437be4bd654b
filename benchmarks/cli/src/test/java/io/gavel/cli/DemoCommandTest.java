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

  /** The figure of the heterogeneity-aware policy. */
  private static double figure(CommandRun run, String name) {
    String line = run.out().lines().filter(l -> l.startsWith(name)).findFirst().orElseThrow();
    return Double.parseDouble(line.substring(name.length()).strip().split(" +", -1)[0]);
  }

  @Test
  void demo_savedDay_isSimulatedToTheSameFigures() {
    Path day = folder.resolve("day");
    CommandRun demo = CommandRun.of("demo", "--no-svg", "--save", day);
    String command =
        demo.out().lines().filter(l -> l.startsWith("The same day")).findFirst().orElseThrow();
    String simulate = command.substring(command.indexOf("simulate")) + " --json";
    CommandRun again = CommandRun.of((Object[]) simulate.split(" ", -1));
    assertEquals("", again.err());
    assertEquals(
        figure(demo, "average JCT, hours"),
        again.json().get(0).path("avg_jct_s").asDouble() / 3600,
        0.005);
    assertEquals(figure(demo, "cost, USD"), again.json().get(0).path("cost").asDouble(), 0.005);
    for (String name : new String[] {"throughputs.json", "trace.csv", "prices.csv"}) {
      assertEquals(0, CommandRun.of("check", day.resolve(name)).status());
    }
    CommandRun twice = CommandRun.of("demo", "--no-svg", "--save", day);
    assertEquals(2, twice.status());
    assertTrue(twice.err().endsWith("exists already; choose another folder\n"), twice.err());
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
