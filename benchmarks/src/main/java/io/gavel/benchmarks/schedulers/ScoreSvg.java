package io.gavel.benchmarks.schedulers;

import java.util.List;
import java.util.Locale;

/**
 * Scores as a self-contained SVG picture: a dot a scheduler, average completion time across and
 * largest ρ up, with the spread over the seeds, both on logarithmic axes.
 */
public final class ScoreSvg {

  private static final int WIDTH = 960;
  private static final int HEIGHT = 620;
  private static final int LEFT = 70;
  private static final int RIGHT = 190;
  private static final int TOP = 60;
  private static final int BOTTOM = 60;

  private final StringBuilder svg = new StringBuilder();
  private final double[] across;
  private final double[] up;

  private ScoreSvg(List<Score> scores) {
    across =
        range(
            scores.stream().mapToDouble(Score::leastJctHours).min().orElse(1),
            scores.stream().mapToDouble(Score::mostJctHours).max().orElse(1));
    up =
        range(
            scores.stream().mapToDouble(Score::maxRho).min().orElse(1),
            scores.stream().mapToDouble(Score::maxRho).max().orElse(1));
  }

  /** A range in logarithms, a little wider than the data. */
  private static double[] range(double least, double most) {
    return new double[] {Math.log(least) - 0.05, Math.log(most) + 0.05};
  }

  /**
   * Draws.
   *
   * @param title heading of the picture
   * @param scores at least one
   * @return an SVG document
   */
  public static String draw(String title, List<Score> scores) {
    ScoreSvg picture = new ScoreSvg(scores);
    picture.frame(title);
    for (Score score : scores) {
      picture.dot(score);
    }
    return picture.svg.append("</svg>\n").toString();
  }

  private void frame(String title) {
    add(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
        font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12" fill="#222">
        <rect width="%d" height="%d" fill="#ffffff"/>
        """,
        WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    add("<text x=\"%d\" y=\"30\" font-size=\"17\" font-weight=\"bold\">%s</text>%n", LEFT, title);
    for (double tick : ticks(across)) {
      double x = x(tick);
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e3e3e3\"/>%n",
          x, TOP, x, HEIGHT - BOTTOM);
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
          x, HEIGHT - BOTTOM + 18, label(tick));
    }
    for (double tick : ticks(up)) {
      double y = y(tick);
      add(
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#e3e3e3\"/>%n",
          LEFT, y, WIDTH - RIGHT, y);
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
          LEFT - 8, y + 4, label(tick));
    }
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">average completion time, hours (line: from"
            + " the best to the worst seed)</text>%n",
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 16);
    add(
        "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">largest \u03c1,"
            + " mean over seeds</text>%n",
        HEIGHT / 2, HEIGHT / 2);
  }

  private void dot(Score score) {
    double y = y(score.maxRho());
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#9db4cc\""
            + " stroke-width=\"2\"/>%n",
        x(score.leastJctHours()), y, x(score.mostJctHours()), y);
    add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"#3d5a80\"/>%n", x(score.jctHours()), y);
    add(
        "<text x=\"%.1f\" y=\"%.1f\">%s</text>%n",
        x(score.mostJctHours()) + 7, y + 4, score.scheduler());
  }

  private static double[] ticks(double[] range) {
    double ratio = Math.exp(range[1] - range[0]);
    int steps = 6;
    double[] ticks = new double[steps];
    for (int i = 0; i < steps; i++) {
      double exact = Math.exp(range[0]) * Math.pow(ratio, (i + 0.5) / steps);
      double unit = Math.pow(10, Math.floor(Math.log10(exact)) - 1);
      ticks[i] = Math.rint(exact / unit) * unit;
    }
    return ticks;
  }

  private static String label(double value) {
    return value >= 10
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.2g", value);
  }

  private double x(double hours) {
    double part = (Math.log(hours) - across[0]) / (across[1] - across[0]);
    return LEFT + part * (WIDTH - LEFT - RIGHT);
  }

  private double y(double rho) {
    double part = (Math.log(rho) - up[0]) / (up[1] - up[0]);
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
