package io.gavel.architecture;

import io.gavel.guide.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Phrases that documentation, comments and messages avoid, each with what to write instead. */
final class Prose {

  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry("what (?:became|becomes|came|comes) of", "the outcome of"),
          Map.entry("(?:whoever|whatever) (?:it|they) (?:is|are)", "any"),
          Map.entry("(?:is|are|was) no answer", "is rejected"),
          Map.entry("as ever", "as before"),
          Map.entry("to the last bit", "exactly"),
          Map.entry("no mistake of", "not an error"),
          Map.entry("one beside the other", "next to each other"),
          Map.entry("beside ours", "next to this library's"),
          Map.entry("as (?:is|are) told", "as reported"));

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "\\b(?:" + String.join("|", INSTEAD.keySet()) + ")\\b", Pattern.CASE_INSENSITIVE);

  private Prose() {}

  /** Returns one text a phrase to avoid in the Java and Markdown files below a folder. */
  static List<String> toRewrite(Path root) {
    return Stream.of(".java", ".md")
        .flatMap(suffix -> Pages.files(root, suffix).stream())
        .map(file -> root.relativize(file).toString().replace('\\', '/'))
        .filter(file -> file.endsWith(".md") || file.contains("src/main/java/"))
        .flatMap(file -> toRewrite(file, Pages.read(root.resolve(file))).stream())
        .toList();
  }

  /** Returns the phrases to avoid in a text, with their lines. */
  static List<String> toRewrite(String name, String text) {
    List<String> found = new ArrayList<>();
    // A phrase may continue on the next line of a comment.
    Matcher phrase = FORBIDDEN.matcher(text.replaceAll("\\s+(?:\\* )?", " "));
    while (phrase.find()) {
      found.add("%s: \"%s\"; write: %s".formatted(name, phrase.group(), instead(phrase.group())));
    }
    return found;
  }

  private static String instead(String phrase) {
    return INSTEAD.entrySet().stream()
        .filter(entry -> phrase.toLowerCase(Locale.ROOT).matches(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
