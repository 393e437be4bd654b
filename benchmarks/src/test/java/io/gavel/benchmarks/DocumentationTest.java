package io.gavel.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README and the guide say is what the code does. */
class DocumentationTest {

  private static final Path ROOT = Path.of("..");

  private static List<String> javaBlock(List<String> readme) {
    int from = readme.indexOf("```java") + 1;
    return readme.subList(from, from + readme.subList(from, readme.size()).indexOf("```"));
  }

  @Test
  void quickStart_isTheCodeThatTheConsumerProjectsRun() throws IOException {
    List<String> source =
        Files.readAllLines(
            ROOT.resolve("gavel-policies-lp/src/test/java/io/gavel/quickstart/QuickStart.java"));
    List<String> region =
        source.subList(
            source.indexOf("    // quick start: begin") + 1,
            source.indexOf("    // quick start: end"));
    assertEquals(
        region.stream().map(line -> line.substring(4)).toList(),
        javaBlock(Files.readAllLines(ROOT.resolve("README.md"))));
  }

  @Test
  void testCommand_isWhatContinuousIntegrationRuns() throws IOException {
    String command = "mvn -B -ntp verify";
    assertTrue(Files.readString(ROOT.resolve("README.md")).contains("\n    " + command + "\n"));
    assertTrue(Files.readString(ROOT.resolve(".ci/run")).contains(command));
  }

  @Test
  void everyPolicyOfTheCommandLine_hasItsPlaceInTheGuide() throws IOException {
    String guide = Files.readString(ROOT.resolve("docs/policies.md"));
    for (String key : PolicyCatalog.keys()) {
      assertTrue(guide.contains("`" + key + "`"), () -> "docs/policies.md lacks " + key);
    }
  }

  /**
   * The table of promises is what the policies claim; {@code -Dgavel.api.update=true} writes it.
   */
  @Test
  void promises_areTheClaimsOfThePolicies() throws IOException {
    List<String> guide = Files.readAllLines(ROOT.resolve("docs/policies.md"));
    int from = guide.indexOf("<!-- claims: begin -->");
    int to = guide.indexOf("<!-- claims: end -->");
    assertTrue(from >= 0 && to > from, "docs/policies.md lacks the table of claims");
    if (Boolean.getBoolean("gavel.api.update")) {
      guide = new ArrayList<>(guide);
      guide.subList(from + 1, to).clear();
      guide.addAll(from + 1, ClaimsTable.lines());
      Files.write(ROOT.resolve("docs/policies.md"), guide);
      to = guide.indexOf("<!-- claims: end -->");
    }
    assertEquals(
        String.join("\n", ClaimsTable.lines()), String.join("\n", guide.subList(from + 1, to)));
  }

  /** Code blocks of the guides that name a region of a test are that region. */
  @Test
  void guides_code_isThatOfTests() throws IOException {
    String kit =
        Files.readString(
            ROOT.resolve("gavel-policies-api/src/test/java/io/gavel/quickstart/OwnPolicy.java"));
    assertRegion(kit, "contract kit", "docs/contract-kit.md");
    String trust =
        Files.readString(
            ROOT.resolve(
                "gavel-policies-lp/src/test/java/io/gavel/policies/lp/TrustGuideTest.java"));
    assertRegion(trust, "audit", "docs/audit.md");
    assertRegion(trust, "explain", "docs/explain.md");
    assertRegion(trust, "what if", "docs/explain.md");
  }

  private static void assertRegion(String source, String name, String guide) throws IOException {
    List<String> lines = source.lines().toList();
    List<String> region =
        lines.subList(
            lines.indexOf("    // " + name + ": begin") + 1,
            lines.indexOf("    // " + name + ": end"));
    assertTrue(!region.isEmpty(), name);
    String code =
        String.join(
            "\n", region.stream().map(line -> line.isBlank() ? "" : line.substring(4)).toList());
    assertTrue(
        Files.readString(ROOT.resolve(guide)).contains("```java\n" + code + "\n```"),
        () -> guide + " lacks\n" + code);
  }
}
