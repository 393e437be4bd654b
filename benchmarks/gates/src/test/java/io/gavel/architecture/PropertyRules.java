package io.gavel.architecture;

import io.gavel.guide.Pages;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Properties draw what shrinks. A failure for a seed is a number that says nothing, and a seed
 * beside it says no more; {@code Draws} gives generators random numbers that become fewer and
 * smaller.
 */
final class PropertyRules {

  /** Of a number or of a generator of random numbers, with all of its constraints. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "@ForAll(?:\\s+@\\w+(?:\\([^)]*\\))?)*\\s+(long|int|Long|Integer|Random)\\s+(\\w+)");

  private static final String END_OF_METHOD = "\n  }\n";

  private PropertyRules() {}

  /** Returns the parameters of properties that are seeds, by file. */
  static List<String> seeds(Path root) {
    return Pages.files(root, ".java").stream()
        .filter(file -> file.toString().replace('\\', '/').contains("/src/test/java/"))
        .flatMap(file -> found(file).map(text -> root.relativize(file) + ": " + text))
        .toList();
  }

  private static Stream<String> found(Path file) {
    String code = Pages.read(file).replace("\r\n", "\n");
    return PARAMETER
        .matcher(code)
        .results()
        .filter(
            match -> {
              int end = code.indexOf(END_OF_METHOD, match.end());
              String method = code.substring(match.end(), end < 0 ? code.length() : end);
              return isSeed(match.group(1), match.group(2), method);
            })
        .map(match -> match.group().replaceAll("\\s+", " "))
        .toList()
        .stream();
  }

  private static boolean isSeed(String type, String name, String method) {
    return type.equals("Random")
        || name.matches("(?i).*seed")
        || Pattern.compile("Random\\(~?" + name + "\\b").matcher(method).find();
  }
}
