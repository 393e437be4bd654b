package io.gavel.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
