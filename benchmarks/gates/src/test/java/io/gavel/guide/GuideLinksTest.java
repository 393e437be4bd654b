package io.gavel.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every link of the documentation arrives, and every page can be reached. */
class GuideLinksTest {

  private static final Pattern LINK = Pattern.compile("]\\(([^()\\s:#]+)(?:#[^()\\s]*)?\\)");

  private static final Path ROOT = Pages.root();

  private static List<Path> pages() {
    List<Path> pages = new ArrayList<>(Pages.all());
    pages.add(ROOT.resolve("CHANGELOG.md"));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    pages.add(ROOT.resolve("SECURITY.md"));
    return pages;
  }

  private static List<Path> targets(Path page) {
    List<Path> targets = new ArrayList<>();
    Matcher link = LINK.matcher(Pages.prose(page));
    while (link.find()) {
      targets.add(page.resolveSibling(link.group(1)).normalize());
    }
    return targets;
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  @Test
  void everyLink_leadsToAFile() {
    List<String> missing = new ArrayList<>();
    for (Path page : pages()) {
      for (Path target : targets(page)) {
        if (!Files.exists(target)) {
          missing.add(name(page) + " links to " + name(target));
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  @Test
  void everyLinkToASection_arrives() throws IOException {
    assertEquals(List.of(), GuideAnchors.lost(pages()));
  }

  @Test
  void everyPage_isReachedFromTheIndex() {
    Path readme = ROOT.resolve("README.md");
    Set<Path> reached = new TreeSet<>(Set.of(readme));
    Deque<Path> open = new ArrayDeque<>(List.of(ROOT.resolve("docs").resolve("index.md")));
    while (!open.isEmpty()) {
      Path page = open.pop();
      if (page.toString().endsWith(".md") && Files.exists(page) && reached.add(page)) {
        open.addAll(targets(page));
      }
    }
    List<String> unreached =
        Pages.all().stream()
            .filter(page -> !reached.contains(page))
            .map(GuideLinksTest::name)
            .toList();
    assertEquals(List.of(), unreached);
  }
}
