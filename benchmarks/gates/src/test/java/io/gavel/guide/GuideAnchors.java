package io.gavel.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of the guide's sections, as links like {@code solver.md#limits} have them. Where the
 * sources are shown, anchors are made of headings; the site's generator makes different ones, so
 * its build runs this file as a program that writes the anchors into copies of the pages, and again
 * to check each link.
 */
final class GuideAnchors {

  private static final Pattern HEADING = Pattern.compile("(#{1,6} )(.*)");
  private static final Pattern LINK =
      Pattern.compile("href=\"([^\":#?]*)#([^\"]+)\"|\\]\\(([^()\\s:#]*)#([^()\\s]+)\\)");
  private static final Pattern NAME = Pattern.compile("(?:id|name)=\"([^\"]+)\"");

  private GuideAnchors() {}

  /** Returns a heading in small letters, without punctuation, with hyphens for spaces. */
  static String slug(String heading) {
    return heading
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\-_ ]", "")
        .replace(' ', '-');
  }

  /** Returns the lines of a page, each heading with its anchor. */
  static List<String> anchored(List<String> lines) {
    List<String> anchored = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean code = false;
    for (String line : lines) {
      code ^= line.startsWith("```");
      Matcher heading = HEADING.matcher(line);
      if (code || !heading.matches()) {
        anchored.add(line);
      } else {
        String slug = slug(heading.group(2));
        int before = seen.merge(slug, 1, Integer::sum) - 1;
        String name = before == 0 ? slug : slug + "-" + before;
        anchored.add(heading.group(1) + "<a id=\"" + name + "\"></a>" + heading.group(2));
      }
    }
    return anchored;
  }

  /** Links among pages, in Markdown or HTML, that name no section of the page. */
  static List<String> lost(List<Path> pages) throws IOException {
    Map<Path, String> texts = new HashMap<>();
    for (Path page : pages) {
      List<String> lines = Files.readAllLines(page);
      boolean markdown = page.toString().endsWith(".md");
      texts.put(page.normalize(), String.join("\n", markdown ? anchored(lines) : lines));
    }
    List<String> lost = new ArrayList<>();
    for (Path page : texts.keySet().stream().sorted().toList()) {
      Matcher link = LINK.matcher(texts.get(page));
      while (link.find()) {
        String file = link.group(1) == null ? link.group(3) : link.group(1);
        String name = link.group(1) == null ? link.group(4) : link.group(2);
        Path to = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        if (texts.containsKey(to) && !names(texts.get(to)).contains(name)) {
          lost.add(page + " links to " + to + "#" + name);
        }
      }
    }
    return lost;
  }

  private static Set<String> names(String text) {
    Set<String> names = new HashSet<>();
    Matcher name = NAME.matcher(text);
    while (name.find()) {
      names.add(name.group(1));
    }
    return names;
  }

  /** Returns the pages of a folder but for Javadoc. */
  static List<Path> pages(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !file.startsWith(folder.resolve("apidocs")))
          .toList();
    }
  }

  /**
   * Runs as a step of the site's build.
   *
   * @param args {@code write}, and the folder of pages in Markdown, which are changed; or {@code
   *     check}, and the folder of pages in HTML
   * @throws IOException if a page cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    if (args[0].equals("write")) {
      for (Path page : pages(folder, ".md")) {
        Files.write(page, anchored(Files.readAllLines(page)));
      }
      return;
    }
    List<String> lost = lost(pages(folder, ".html"));
    if (!lost.isEmpty()) {
      throw new IllegalStateException(String.join("\n", lost));
    }
  }
}
