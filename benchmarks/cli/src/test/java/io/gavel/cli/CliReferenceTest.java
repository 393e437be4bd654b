package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of the command line is what the program says of itself. */
class CliReferenceTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "reference", "cli.md");

  /** {@code -Dgavel.api.update=true} writes the page. */
  @Test
  void page_commands_areThoseOfTheProgram() throws IOException {
    List<String> lines = CliReference.lines();
    if (Boolean.getBoolean("gavel.api.update")) {
      Files.write(PAGE, lines);
    }
    assertEquals(
        String.join("\n", lines),
        String.join("\n", Files.readAllLines(PAGE)),
        "docs/reference/cli.md differs from the program; write it anew with"
            + " -Dtest=CliReferenceTest -Dgavel.api.update=true");
  }

  @Test
  void lines_simulate_haveSynopsisOptionsAndStatuses() {
    String page = String.join("\n", CliReference.lines());
    String simulate = page.substring(page.indexOf("## `gavel simulate`"));
    assertTrue(simulate.contains("\n```\ngavel simulate "), simulate);
    assertTrue(simulate.contains("\n| `--seed="), simulate);
    assertTrue(simulate.contains("\n| 2 | "), simulate);
    assertTrue(!page.contains("%n") && !page.contains("${"), page);
  }
}
