package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each block of Java and Kotlin in README and guide is a region of the code of a test, between the
 * comments {@code NAME: begin} and {@code NAME: end}, so that it compiles and does what it says.
 */
class GuideCodeTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```(?:java|kotlin)\n(.*?)\n```\n");
  private static final Pattern REGION =
      Pattern.compile("(?s)// ([a-z ]+): begin\n(.*?)\n[ \t]*// \\1: end\n");

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  private static Set<String> regions() throws IOException {
    Set<String> regions = new HashSet<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(Files::isDirectory).sorted().toList()) {
        for (String tests : List.of("src/test", "src/it")) {
          if (Files.isDirectory(module.resolve(tests))) {
            List<Path> sources = new ArrayList<>(files(module.resolve(tests), ".java"));
            sources.addAll(files(module.resolve(tests), ".kt"));
            for (Path file : sources) {
              REGION
                  .matcher(Files.readString(file))
                  .results()
                  .map(region -> region.group(2).stripTrailing().stripIndent())
                  .forEach(regions::add);
            }
          }
        }
      }
    }
    return regions;
  }

  private static List<String> blocks(Path page) {
    try {
      return BLOCK.matcher(Files.readString(page)).results().map(GuideCodeTest::code).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String code(MatchResult block) {
    return block.group(1);
  }

  @Test
  void everyBlockOfTheGuide_isCodeOfATest() throws IOException {
    Set<String> regions = regions();
    List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
    pages.add(ROOT.resolve("README.md"));
    int found = 0;
    for (Path page : pages) {
      for (String block : blocks(page)) {
        found++;
        assertTrue(regions.contains(block), () -> page + " has code that is in no test:\n" + block);
      }
    }
    assertTrue(found >= 10, "only " + found + " blocks were found");
  }

  @Test
  void readme_beginsWithTheQuickStartThatTheConsumerProjectsRun() throws IOException {
    String source =
        Files.readString(
            ROOT.resolve("gavel-policies-lp/src/test/java/io/gavel/quickstart/QuickStart.java"));
    MatchResult region = REGION.matcher(source).results().findFirst().orElseThrow();
    assertEquals(region.group(2).stripIndent(), blocks(ROOT.resolve("README.md")).get(0));
  }
}
