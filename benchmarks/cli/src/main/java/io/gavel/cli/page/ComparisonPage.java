package io.gavel.cli.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.gavel.experiment.MeanInterval;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.plot.Svg;
import java.util.ArrayList;
import java.util.List;

/** A self-contained HTML page that compares policies over seeds. */
public final class ComparisonPage {

  private ComparisonPage() {}

  /**
   * Writes the page.
   *
   * @param comparison the runs
   * @param provenance version, command and digests of the inputs, one line each
   * @return a document without external references
   */
  public static String html(Comparison comparison, List<String> provenance) {
    StringBuilder page = new StringBuilder(HtmlPage.head("Comparison of policies"));
    List<String> shared = new ArrayList<>(comparison.settings(comparison.loadNames().get(0)));
    comparison.loadNames().forEach(load -> shared.retainAll(comparison.settings(load)));
    page.append("<p>%s</p>\n".formatted(HtmlPage.escaped(String.join(", ", shared))));
    for (String load : comparison.loadNames()) {
      List<String> own = new ArrayList<>(comparison.settings(load));
      own.removeAll(shared);
      String heading = own.isEmpty() ? "All runs" : String.join(", ", own);
      page.append("<h2>%s</h2>\n".formatted(HtmlPage.escaped(heading)));
      page.append(table(comparison, load));
      page.append("<div class=\"two\">\n");
      distribution(page, comparison, load, "jct_percentiles_s", "Completion times", "hours", 3600);
      distribution(
          page,
          comparison,
          load,
          "contention_slowdown_percentiles",
          "Contention slowdown",
          "time in the cluster ÷ time alone ÷ average number of jobs",
          1);
      page.append("</div>\n");
    }
    return page.append(HtmlPage.foot(provenance)).toString();
  }

  /** Returns each figure as mean ± 95 % interval, with its paired difference to the baseline. */
  private static String table(Comparison comparison, String load) {
    StringBuilder html = new StringBuilder("<div class=\"wide\"><table><thead><tr><th>policy</th>");
    for (Comparison.Figure figure : comparison.figures(load)) {
      html.append("<th>%s</th>".formatted(HtmlPage.escaped(figure.name())));
    }
    html.append("</tr></thead><tbody>\n");
    for (String policy : comparison.policies(load)) {
      html.append("<tr><td>%s</td>".formatted(HtmlPage.escaped(policy)));
      for (Comparison.Figure figure : comparison.figures(load)) {
        html.append("<td>%s</td>".formatted(cell(comparison, load, policy, figure)));
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody></table></div>\n")
        .append(
            "<p>Mean ± 95 %% interval over seeds; below it the difference to %s, paired by seed.</p>\n"
                .formatted(HtmlPage.escaped(comparison.baseline(load))))
        .toString();
  }

  private static String cell(
      Comparison comparison, String load, String policy, Comparison.Figure figure) {
    MeanInterval mean = MeanInterval.of(comparison.values(load, policy, figure));
    String text = "%s ± %s".formatted(Comparison.number(mean), Comparison.half(mean));
    if (policy.equals(comparison.baseline(load))) {
      return text;
    }
    MeanInterval difference = comparison.difference(load, policy, figure);
    return "%s<br><small>%s ± %s<br>%s</small>"
        .formatted(
            text,
            Comparison.signed(difference),
            Comparison.half(difference),
            Comparison.verdict(difference));
  }

  private static void distribution(
      StringBuilder page,
      Comparison comparison,
      String load,
      String key,
      String title,
      String unit,
      double scale) {
    List<Chart.Line> lines = new ArrayList<>();
    for (String policy : comparison.policies(load)) {
      List<JsonNode> lists = comparison.lists(load, policy, key);
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      int points = lists.isEmpty() ? 0 : lists.get(0).size();
      for (int i = 0; i < points; i++) {
        int at = i;
        double mean =
            lists.stream().mapToDouble(list -> list.path(at).asDouble()).average().orElse(0)
                / scale;
        if (mean > 0) {
          x.add(mean);
          y.add(i / (points - 1.0));
        }
      }
      if (!x.isEmpty()) {
        lines.add(Chart.Line.steps(policy, x, y));
      }
    }
    if (!lines.isEmpty()) {
      Chart chart = Chart.distribution(title, unit, lines.toArray(Chart.Line[]::new));
      page.append(Svg.inline(ChartSvg.draw(chart)));
    }
  }
}
