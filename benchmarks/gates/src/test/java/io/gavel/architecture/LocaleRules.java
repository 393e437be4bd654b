package io.gavel.architecture;

import io.gavel.guide.Pages;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Texts are the same everywhere. {@code %d} and {@code %f} write the digits and the commas of the
 * default locale: a message, an id or a figure that another program reads is another text then.
 */
final class LocaleRules {

  /** Of a statement: semicolons inside texts rarely end a line. */
  private static final Pattern END = Pattern.compile(";\\s*(?:\n|$)");

  private static final Pattern OF_A_LOCALE =
      Pattern.compile("\"[^\"]*%(?:\\d+\\$)?[-#+ 0,(]*\\d*(?:\\.\\d+)?[dfeEgG]");

  private static final Pattern BY_DEFAULT =
      Pattern.compile("\\.formatted\\(|\\.printf\\(\\s*\"|String\\.format\\(\\s*\"");

  private static final Pattern BY_ROOT = Pattern.compile("(?:format|printf)\\(\\s*Locale\\.ROOT");

  private LocaleRules() {}

  /**
   * Returns the sources of main code and contract kits that format numbers by the default locale.
   */
  static List<String> numbersOfTheDefaultLocale(Path root) {
    return Pages.files(root, ".java").stream()
        .filter(file -> isProduct(file.toString().replace('\\', '/')))
        .flatMap(file -> found(file).map(text -> root.relativize(file) + ": " + text))
        .toList();
  }

  private static boolean isProduct(String file) {
    return file.contains("/src/main/java/")
        || (file.contains("/src/test/java/") && file.contains("/contract/"));
  }

  private static Stream<String> found(Path file) {
    String code = Pages.read(file).replaceAll("(?m)^\\s*(?://|\\*|/\\*).*$", "");
    return END
        .splitAsStream(code)
        .map(String::strip)
        .filter(
            text ->
                OF_A_LOCALE.matcher(text.replace("%%", "")).find()
                    && BY_DEFAULT.matcher(text).find())
        .filter(text -> !BY_ROOT.matcher(text).find())
        .toList()
        .stream();
  }
}
