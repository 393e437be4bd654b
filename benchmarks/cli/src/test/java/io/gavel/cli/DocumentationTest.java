package io.gavel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.catalog.PolicyCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the README and the guide say is what the code does. */
class DocumentationTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Path POLICIES = ROOT.resolve("docs/reference/policies");
  private static final Path CLAIMS = ROOT.resolve("docs/reference/claims.md");
  private static final Path NAMES = POLICIES.resolve("names.md");
  private static final int MOST_WORDS = 300;

  @Test
  void testCommand_isWhatContinuousIntegrationRuns() throws IOException {
    String command = "mvn -B -ntp verify";
    assertTrue(Files.readString(ROOT.resolve("README.md")).contains("\n    " + command + "\n"));
    assertTrue(Files.readString(ROOT.resolve(".ci/run")).contains(command));
  }

  @Test
  void everyPolicyOfTheCommandLine_hasItsPlaceInTheGuide() throws IOException {
    String guide = Files.readString(POLICIES.resolve("index.md"));
    for (String key : PolicyCatalog.keys()) {
      assertTrue(guide.contains("`" + key + "`"), () -> "docs/reference/policies lacks " + key);
    }
  }

  /** So that pages can be scanned and compared. */
  @Test
  void everyPageOfAPolicy_isShortAndHasTheSameHeadings() throws IOException {
    Set<String> others = Set.of("index.md", "counter-examples.md", "names.md");
    try (Stream<Path> pages = Files.list(POLICIES)) {
      for (Path page : pages.sorted().toList()) {
        String text = Files.readString(page);
        if (!others.contains(page.getFileName().toString())) {
          for (String heading : List.of("Problem", "Promises", "Not promised", "Cost", "Source")) {
            assertTrue(text.contains("\n## " + heading + "\n"), () -> page + " lacks " + heading);
          }
          int words = text.split("\\s+", -1).length;
          assertTrue(words <= MOST_WORDS, () -> page + " has " + words + " words");
        }
      }
    }
  }

  /** The table of claims is what the policies claim; {@code -Dgavel.api.update=true} writes it. */
  @Test
  void promises_areTheClaimsOfThePolicies() throws IOException {
    requireTable(CLAIMS, "claims", ClaimsTable.lines());
  }

  /** What the policies say that they read; written in the same way. */
  @Test
  void aspects_areThoseThatThePoliciesRead() throws IOException {
    requireTable(CLAIMS, "aspects", AspectsTable.lines());
  }

  /** Which policy has which name of Gavel's; written in the same way. */
  @Test
  void namesOfGavel_areThoseThatTheLibraryKnows() throws IOException {
    requireTable(NAMES, "names", NamesTable.lines());
  }

  private static void requireTable(Path page, String name, List<String> lines) throws IOException {
    String begin = "<!-- %s: begin -->".formatted(name);
    String end = "<!-- %s: end -->".formatted(name);
    List<String> guide = Files.readAllLines(page);
    int from = guide.indexOf(begin);
    int to = guide.indexOf(end);
    assertTrue(from >= 0 && to > from, () -> page + " lacks the table of " + name);
    if (Boolean.getBoolean("gavel.api.update")) {
      guide = new ArrayList<>(guide);
      guide.subList(from + 1, to).clear();
      guide.addAll(from + 1, lines);
      Files.write(page, guide);
      to = guide.indexOf(end);
    }
    assertEquals(String.join("\n", lines), String.join("\n", guide.subList(from + 1, to)));
  }
}
