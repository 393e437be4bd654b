package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report page as a browser draws it; skipped where there is no Chromium. */
final class RenderedReportTest {

  private static final Path DATA = Path.of("..", "..", "docs", "tutorial", "data");

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0} pixels, dark: {1}")
  @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
  void report_inABrowser_showsEveryCurveFromItsFirstPointToItsLast(int width, boolean dark)
      throws IOException, InterruptedException {
    Path chromium = Chromium.program().orElse(null);
    if (chromium == null) {
      System.err.println("SKIPPED: no chromium on PATH; nobody looked at the report page");
    }
    Assumptions.assumeTrue(chromium != null, "there is no chromium on PATH");
    Path page = folder.resolve("run.html");
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--policy=max_min_fairness",
            "--cluster=v100=1,k80=1",
            "--throughputs=" + DATA.resolve("throughputs.json"),
            "--trace=" + DATA.resolve("jobs.csv"),
            "--report=" + page);
    assertEquals(0, run.status(), run.err());
    Rendering drawn = Chromium.render(chromium, folder, Files.readString(page), width, dark);
    assertEquals(dark, drawn.isDark());
    assertEquals(List.of(), drawn.missingPoints());
    assertEquals(Set.of(), drawn.repeatedIds());
    assertTrue(drawn.curves() >= 7, "curves: " + drawn.curves());
    assertFalse(drawn.isWiderThanTheWindow(), "the page scrolls sideways");
  }
}
