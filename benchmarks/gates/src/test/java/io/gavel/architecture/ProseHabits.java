package io.gavel.architecture;

import io.gavel.guide.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Counts habits of prose that make text hard to read, per 10,000 words. */
final class ProseHabits {

  private static final double PER_WORDS = 10_000;

  /** The habits by name, in order. */
  private static final Map<String, Pattern> HABITS = habits();

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");

  /** A comment and the declaration of a method, perhaps with annotations between. */
  private static final Pattern METHOD =
      Pattern.compile(
          "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
              + "(?:(?:public|protected|private|static|final|abstract|default|synchronized) )*"
              + "(?:<[^>{;]*> )?[\\w.<>\\[\\], ?@]+ \\w+\\([^;{}=]*\\)[^;{}=]*[;{]");

  private static final Pattern NOUN = Pattern.compile("\\s*(The|An?)\\b(?s:.*)");

  private ProseHabits() {}

  private static Map<String, Pattern> habits() {
    Map<String, Pattern> habits = new LinkedHashMap<>();
    habits.put(
        "clause_as_noun",
        Pattern.compile(
            "\\bwhat (is|are|was|has|have|it|they|the|a|an|can|may|must|would|others|nobody|no|each"
                + "|every|jobs|remains?|follows)\\b"));
    habits.put("those", Pattern.compile("\\bthose\\b"));
    habits.put("kind_alike", Pattern.compile("\\b(alike|kinds?)\\b"));
    habits.put("others", Pattern.compile("\\bothers\\b"));
    habits.put("whole", Pattern.compile("\\bwhole\\b"));
    habits.put("beside", Pattern.compile("\\b(beside|in place of)\\b"));
    habits.put("nobody_anew", Pattern.compile("\\b(anew|mend|nobody|somebody)\\b"));
    return habits;
  }

  /**
   * Returns how often each habit occurs in 10,000 words of the Javadoc of the program, and the
   * percentage of methods whose summary starts with an article.
   */
  static Map<String, Double> ofJavadoc(Path root) {
    List<String> sources =
        Pages.files(root, ".java").stream()
            .filter(file -> file.toString().replace('\\', '/').contains("src/main/java/"))
            .map(Pages::read)
            .toList();
    Map<String, Double> found =
        frequencies("javadoc.", sources.stream().flatMap(ProseHabits::comments));
    found.put("javadoc.article_first_percent", articlesFirst(sources));
    return found;
  }

  /** Returns the same of the handwritten pages and the README, without code. */
  static Map<String, Double> ofPages() {
    return frequencies(
        "docs.",
        Pages.all().stream()
            .filter(ProseHabits::isHandwritten)
            .map(page -> Pages.prose(page).replaceAll("`[^`\n]*`", " ")));
  }

  /** Returns the number of words of the handwritten pages below docs. */
  static long words() {
    return Pages.all().stream()
        .filter(page -> isHandwritten(page) && !page.endsWith("README.md"))
        .mapToLong(page -> words(Pages.read(page)))
        .sum();
  }

  private static boolean isHandwritten(Path page) {
    String name = page.toString().replace('\\', '/');
    return !name.contains("/results/") && !name.endsWith("cli.md") && !name.endsWith("claims.md");
  }

  private static Stream<String> comments(String source) {
    return COMMENT.matcher(source).results().map(comment -> text(comment.group(1)));
  }

  /** Returns a comment without its frame, code and tags of HTML. */
  private static String text(String comment) {
    return comment
        .replaceAll("(?m)^\\s*\\* ?", "")
        .replaceAll("(?s)<pre>.*?</pre>", " ")
        .replaceAll("<[^>]+>", " ")
        .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
        .replaceAll("\\s+", " ")
        .strip();
  }

  static Map<String, Double> frequencies(String prefix, Stream<String> texts) {
    String all = String.join(" ", texts.toList()).replaceAll("\\s+", " ");
    double words = Math.max(1, words(all));
    Map<String, Double> found = new LinkedHashMap<>();
    HABITS.forEach(
        (name, habit) ->
            found.put(prefix + name, PER_WORDS * habit.matcher(all).results().count() / words));
    return found;
  }

  private static long words(String text) {
    return text.isBlank() ? 0 : text.strip().split("\\s+").length;
  }

  static double articlesFirst(List<String> sources) {
    List<String> summaries = new ArrayList<>();
    for (String source : sources) {
      Matcher method = METHOD.matcher(source);
      while (method.find()) {
        summaries.add(text(method.group(1)));
      }
    }
    long articles = summaries.stream().filter(text -> NOUN.matcher(text).matches()).count();
    return 100.0 * articles / Math.max(1, summaries.size());
  }
}
