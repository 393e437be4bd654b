package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The committed pages of experiments that take about a minute are those that the program draws. */
@Tag("nightly")
final class ResultPagesTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");
  private static final Path PAGES = Path.of("..", "..", "docs", "results", "reproduction");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hierarchical",
        "physical",
        "themis",
        "leases",
        "fidelity",
        "cost",
        "makespan_share",
        "moves",
        "fgd",
        "fgd_strided",
        "fgd_strided_arrivals"
      })
  void page_cheapExperiment_isAsCommitted(String name, @TempDir Path docs) throws IOException {
    Assumptions.assumeTrue(
        Files.isDirectory(DATA), "skipped: the published data are not in " + DATA);
    CommandRun run =
        CommandRun.of("experiment", name, "--data=" + DATA, "--docs=" + docs, "--threads=2");
    assertEquals(0, run.status(), run.err());
    Path drawn = docs.resolve("results").resolve("reproduction");
    assertEquals(lines(PAGES.resolve(name + ".md")), lines(drawn.resolve(name + ".md")));
    try (var pictures = Files.newDirectoryStream(drawn, "*.svg")) {
      for (Path picture : pictures) {
        Path committed = PAGES.resolve(picture.getFileName());
        assertEquals(Files.readString(committed), Files.readString(picture), committed.toString());
      }
    }
  }

  /** The lines of a page without the last one, which names commit and date. */
  private static List<String> lines(Path page) throws IOException {
    List<String> lines = Files.readAllLines(page);
    assertEquals("Drawn by", lines.get(lines.size() - 1).substring(0, 8), page.toString());
    return lines.subList(0, lines.size() - 1);
  }
}
