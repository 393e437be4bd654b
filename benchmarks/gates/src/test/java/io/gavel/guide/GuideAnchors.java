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

/**
 * The names of the guide's sections, as links like {@code solver.md#limits} have them: anchors are
 * made of headings. The generator of the site is told to make the same.
 */
final class GuideAnchors {

  private static final Pattern HEADING = Pattern.compile("(#{1,6} )(.*)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s:#]*)#([^()\\s]+)\\)");
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

  /** Links among pages that name no section of the page. */
  static List<String> lost(List<Path> pages) throws IOException {
    Map<Path, String> texts = new HashMap<>();
    for (Path page : pages) {
      texts.put(page.normalize(), String.join("\n", anchored(Files.readAllLines(page))));
    }
    List<String> lost = new ArrayList<>();
    for (Path page : texts.keySet().stream().sorted().toList()) {
      Matcher link = LINK.matcher(texts.get(page));
      while (link.find()) {
        String file = link.group(1);
        String name = link.group(2);
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
}
