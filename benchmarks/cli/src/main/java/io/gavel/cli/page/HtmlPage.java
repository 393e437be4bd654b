package io.gavel.cli.page;

import java.util.List;
import java.util.stream.Collectors;

/** The frame of a self-contained HTML page, for wide and narrow, light and dark screens. */
final class HtmlPage {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font-family: Helvetica, Arial, sans-serif; color: #222; background: #fff;
        max-width: 1180px; margin: 2em auto; padding: 0 1em; line-height: 1.45; }
      pre { background: #f3f4f6; padding: 1em; line-height: 1.35; overflow-x: auto; }
      .two { display: grid; gap: 16px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
      .two svg { width: 100%; height: auto; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; } th, td { padding: 0.2em 0.6em; text-align: right; }
      td { white-space: nowrap; }
      th:first-child, td:first-child { text-align: left; }
      footer { margin-top: 2em; font-size: 0.85em; overflow-wrap: anywhere; }
      @media (prefers-color-scheme: dark) {
        body { color: #e4e6ea; background: #16181d; } pre { background: #22262e; } }
      """;

  private HtmlPage() {}

  /** Opens a page with its heading. */
  static String head(String title) {
    return """
    <!DOCTYPE html><!-- gavel -->
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>%s</title><style>
    %s</style></head><body>
    <h1>%s</h1>
    """
        .formatted(escaped(title), STYLE, escaped(title));
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
