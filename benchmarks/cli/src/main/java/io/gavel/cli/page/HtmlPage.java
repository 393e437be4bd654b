package io.gavel.cli.page;

import io.gavel.input.InputText;
import java.util.List;
import java.util.stream.Collectors;

/** The frame of a self-contained HTML page, for wide and narrow, light and dark screens. */
final class HtmlPage {

  private HtmlPage() {}

  /** Opens a page with its heading. */
  static String head(String title) {
    String style = InputText.resource(HtmlPage.class, "style.css");
    String head = InputText.resource(HtmlPage.class, "head.html");
    return head.formatted(escaped(title), style, escaped(title));
  }

  /** States where the figures come from, and closes the page. */
  static String foot(List<String> provenance) {
    return provenance.stream()
        .map(line -> escaped(line) + "<br>\n")
        .collect(Collectors.joining("", "<footer>\n", "</footer>\n</body></html>\n"));
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
