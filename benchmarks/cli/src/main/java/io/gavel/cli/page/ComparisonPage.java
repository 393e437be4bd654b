package io.gavel.cli.page;

import io.gavel.cli.page.Comparison.Contrast;
import io.gavel.cli.report.SweepFile;
import io.gavel.experiment.MeanInterval;
import io.gavel.plot.Chart;
import io.gavel.plot.ChartSvg;
import io.gavel.plot.Svg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A self-contained HTML page that compares policies over seeds or traces. */
public final class ComparisonPage {

  private static final String SYMBOLS = "▲ higher, ▼ lower, = not distinguishable.";

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
    for (List<String> series : comparison.series()) {
      page.append("<div class=\"two\">\n").append(byLoad(comparison, series)).append("</div>\n");
    }
    for (String load : comparison.loadNames()) {
      List<String> own = new ArrayList<>(comparison.settings(load));
      own.removeAll(shared);
      String heading = own.isEmpty() ? "All runs" : String.join(", ", own);
      page.append("<h2>%s</h2>\n".formatted(HtmlPage.escaped(heading)));
      page.append(table(comparison, load));
      page.append("<div class=\"two\">\n");
      page.append(ratios(comparison, load));
      page.append(
          distribution(comparison, load, SweepFile.JCT_SECONDS, "Completion times", "hours", 3600));
      page.append(
          distribution(
              comparison,
              load,
              SweepFile.SLOWDOWNS,
              "Contention slowdown",
              "time in the cluster ÷ time alone ÷ average number of jobs",
              1));
      page.append("</div>\n");
    }
    return page.append(HtmlPage.foot(provenance)).toString();
  }

  /** Draws the main figure of each policy against the arrival rate. */
  private static String byLoad(Comparison comparison, List<String> loads) {
    Comparison.Figure figure = Comparison.AVERAGE_JCT;
    List<Chart.Line> lines = new ArrayList<>();
    for (String policy : comparison.policies(loads.get(0))) {
      List<Double> x = new ArrayList<>();
      List<Double> means = new ArrayList<>();
      List<Double> halves = new ArrayList<>();
      for (String load : loads) {
        MeanInterval mean = MeanInterval.of(comparison.values(load, policy, figure));
        if (mean.count() > 0 && comparison.saturated(load, policy) == 0) {
          x.add(comparison.rate(load));
          means.add(mean.mean());
          halves.add(Double.isNaN(mean.half()) ? 0 : mean.half());
        }
      }
      if (!x.isEmpty()) {
        lines.add(Chart.Line.means(policy, x, means, halves));
      }
    }
    return drawn(
        Chart.of(
            "Average completion time by load",
            "jobs per hour",
            "hours",
            lines.toArray(Chart.Line[]::new)));
  }

  /** Returns a table of all figures, the policies in ascending order of the first. */
  private static String table(Comparison comparison, String load) {
    List<Comparison.Figure> figures = comparison.figures(load);
    StringBuilder html =
        new StringBuilder("<div class=\"wide\"><table class=\"stack\"><thead><tr><th>policy</th>");
    figures.forEach(figure -> html.append("<th>%s</th>".formatted(escaped(figure.name()))));
    html.append("</tr></thead><tbody>\n");
    Map<Comparison.Figure, Map<String, Contrast>> contrasts = new LinkedHashMap<>();
    figures.forEach(figure -> contrasts.put(figure, comparison.contrasts(load, figure)));
    for (String policy : sorted(comparison, load)) {
      html.append("<tr><td>%s</td>".formatted(escaped(policy)));
      Optional<String> failure = comparison.failure(load, policy);
      if (failure.isPresent()) {
        html.append(
            "<td class=\"reason\" colspan=\"%s\">%s</td></tr>\n"
                .formatted(figures.size(), escaped(failure.get())));
        if (comparison.values(load, policy, figures.get(0)).isEmpty()) {
          continue;
        }
        html.append("<tr><td></td>");
      }
      for (Comparison.Figure figure : figures) {
        MeanInterval mean = MeanInterval.of(comparison.values(load, policy, figure));
        html.append(
            "<td data-name=\"%s\"><span>%s%s</span></td>"
                .formatted(
                    escaped(figure.name()),
                    withHalf(Comparison.number(mean), mean),
                    compared(contrasts.getOrDefault(figure, Map.of()).get(policy))));
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
    return html.append("<p>%s %s</p>\n".formatted(escaped(comparison.method(load)), SYMBOLS))
        .toString();
  }

  private static String compared(@Nullable Contrast contrast) {
    if (contrast == null || contrast.difference().count() == 0) {
      return "";
    }
    return "<br><small>%s %s<br>× %s %s</small>"
        .formatted(
            withHalf(Comparison.signed(contrast.difference()), contrast.difference()),
            symbol(contrast.difference(), contrast.differenceP()),
            contrast.ratio(),
            symbol(contrast.logRatio(), contrast.ratioP()));
  }

  private static String withHalf(String mean, MeanInterval of) {
    return of.count() < 2 ? mean : "%s ± %s".formatted(mean, Comparison.half(of));
  }

  private static String symbol(MeanInterval mean, double correctedP) {
    return mean.count() < 2 ? "" : Comparison.verdict(mean, correctedP, "▼", "▲", "=");
  }

  /** Returns the policies of a load in ascending order of the first figure. */
  private static List<String> sorted(Comparison comparison, String load) {
    Comparison.Figure main = comparison.figures(load).get(0);
    return comparison.policies(load).stream()
        .sorted(
            Comparator.comparingDouble(
                policy -> MeanInterval.of(comparison.values(load, policy, main)).mean()))
        .toList();
  }

  /** Draws the ratios of the first figure to the baseline with their intervals. */
  private static String ratios(Comparison comparison, String load) {
    Comparison.Figure main = comparison.figures(load).get(0);
    Map<String, Contrast> contrasts = comparison.contrasts(load, main);
    List<ChartSvg.Interval> rows = new ArrayList<>();
    for (String policy : sorted(comparison, load)) {
      Contrast contrast = contrasts.get(policy);
      if (contrast != null && contrast.logRatio().count() > 1) {
        double mean = contrast.logRatio().mean();
        double half = contrast.logRatio().half();
        rows.add(
            new ChartSvg.Interval(
                policy, Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half)));
      }
    }
    return rows.isEmpty()
        ? ""
        : Svg.inline(
            ChartSvg.ratios(
                main.name().replaceAll(",.*", "") + " relative to " + comparison.baseline(load),
                rows));
  }

  /** Draws the distribution of a quantity over the jobs of all runs. */
  private static String distribution(
      Comparison comparison, String load, String key, String title, String unit, double scale) {
    List<Chart.Line> lines = new ArrayList<>();
    for (String policy : comparison.policies(load)) {
      double[] values =
          Arrays.stream(comparison.ofJobs(load, policy, key))
              .map(value -> value / scale)
              .filter(value -> value > 0)
              .toArray();
      if (values.length > 0) {
        lines.add(Chart.Line.cdf(policy, values));
      }
    }
    return drawn(Chart.distribution(title, unit, lines.toArray(Chart.Line[]::new)));
  }

  private static String drawn(Chart chart) {
    return chart.lines().isEmpty() ? "" : Svg.inline(ChartSvg.draw(chart));
  }

  private static String escaped(String text) {
    return HtmlPage.escaped(text);
  }
}
