package io.gavel.benchmarks.schedulers;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Scores as a self-contained SVG picture: a row a scheduler, with a dot for its average completion
 * time, a line over the seeds, and a dot for its largest ρ, both on logarithmic axes.
 */
public final class ScoreSvg {

  private static final int ROW = 20;
  private static final int TOP = 78;
  private static final int NAMES = 220;
  private static final int PANEL = 330;
  private static final int GAP = 60;
  private static final MathContext TWO_DIGITS = new MathContext(2);
  private static final double[] ROUND = {1, 1.5, 2, 3, 4, 5, 7};

  private final StringBuilder svg = new StringBuilder();
  private final List<Score> scores;
  private final int height;

  private ScoreSvg(List<Score> scores) {
    this.scores = scores;
    this.height = TOP + ROW * scores.size() + 24;
  }

  /**
   * Draws.
   *
   * @param title heading of the picture
   * @param scores at least one
   * @return an SVG document
   */
  public static String draw(String title, List<Score> scores) {
    return new ScoreSvg(scores).draw(title);
  }

  private String draw(String title) {
    int width = NAMES + 2 * PANEL + GAP + 30;
    add(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
        font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12" fill="#222">
        <rect width="%d" height="%d" fill="#ffffff"/>
        """,
        width, height, width, height, width, height);
    add("<text x=\"16\" y=\"28\" font-size=\"17\" font-weight=\"bold\">%s</text>%n", title);
    for (int i = 0; i < scores.size(); i++) {
      add("<text x=\"16\" y=\"%d\">%s</text>%n", y(i) + 4, scores.get(i).scheduler());
    }
    panel(
        NAMES,
        "average completion time, hours (line: best to worst seed)",
        Score::jctHours,
        Score::leastJctHours,
        Score::mostJctHours);
    panel(
        NAMES + PANEL + GAP,
        "largest \u03c1, mean over seeds",
        Score::maxRho,
        Score::maxRho,
        Score::maxRho);
    return svg.append("</svg>\n").toString();
  }

  private void panel(
      int left,
      String heading,
      ToDoubleFunction<Score> figure,
      ToDoubleFunction<Score> least,
      ToDoubleFunction<Score> most) {
    double low = Math.log(scores.stream().mapToDouble(least).min().orElse(1)) - 0.05;
    double high = Math.log(scores.stream().mapToDouble(most).max().orElse(1)) + 0.05;
    double scale = PANEL / (high - low);
    add("<text x=\"%d\" y=\"50\">%s</text>%n", left, heading);
    for (double tick : ticks(Math.exp(low), Math.exp(high))) {
      double x = left + (Math.log(tick) - low) * scale;
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e3e3e3\"/>%n",
          x, TOP - 6, x, height - 14);
      String label = new BigDecimal(tick, TWO_DIGITS).stripTrailingZeros().toPlainString();
      add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n", x, 68, label);
    }
    for (int i = 0; i < scores.size(); i++) {
      Score score = scores.get(i);
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#9db4cc\""
              + " stroke-width=\"3\"/>%n",
          left + (Math.log(least.applyAsDouble(score)) - low) * scale,
          y(i),
          left + (Math.log(most.applyAsDouble(score)) - low) * scale,
          y(i));
      add(
          "<circle cx=\"%.1f\" cy=\"%d\" r=\"4.5\" fill=\"#3d5a80\"/>%n",
          left + (Math.log(figure.applyAsDouble(score)) - low) * scale, y(i));
    }
  }

  private static int y(int row) {
    return TOP + ROW * row + ROW / 2;
  }

  /** The round numbers between two positive ones. */
  private static double[] ticks(double from, double to) {
    return IntStream.rangeClosed(
            (int) Math.floor(Math.log10(from)), (int) Math.floor(Math.log10(to)))
        .boxed()
        .flatMapToDouble(power -> Arrays.stream(ROUND).map(digits -> digits * Math.pow(10, power)))
        .filter(tick -> tick >= from && tick <= to)
        .toArray();
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
