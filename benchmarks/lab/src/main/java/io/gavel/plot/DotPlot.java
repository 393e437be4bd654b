package io.gavel.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A dot plot with named rows. Each panel has a dot for the value of each row and a line for its
 * spread. Panels are next to each other; their axes are logarithmic. Immutable.
 *
 * @param title the heading
 * @param rows names of the rows, from the top
 * @param panels the panels, from the left
 */
public record DotPlot(String title, List<String> rows, List<Panel> panels) {

  private static final int ROW = 20;
  private static final int TOP = 78;
  private static final int NAMES = 220;
  private static final int WIDTH = 330;
  private static final int GAP = 60;
  private static final MathContext TWO_DIGITS = new MathContext(2);
  private static final double[] ROUND = {1, 1.5, 2, 3, 4, 5, 7};

  /**
   * One quantity of every row.
   *
   * @param heading one line, with the unit
   * @param dots one per row
   */
  public record Panel(String heading, List<Dot> dots) {

    private double least() {
      return log(shown().mapToDouble(Dot::least).min()) - 0.05;
    }

    private double most() {
      return log(shown().mapToDouble(Dot::most).max()) + 0.05;
    }

    private Stream<Dot> shown() {
      return dots.stream().filter(Dot::isShown);
    }

    private static double log(OptionalDouble value) {
      return Math.log(value.orElse(1));
    }
  }

  /**
   * A value with its spread; drawn only if all three numbers are positive.
   *
   * @param value position of the dot
   * @param least start of the line
   * @param most end of the line
   */
  public record Dot(double value, double least, double most) {

    private boolean isShown() {
      return DoubleStream.of(value, least, most).allMatch(v -> v > 0 && Double.isFinite(v));
    }
  }

  /**
   * Copies the lists.
   *
   * @param title the heading
   * @param rows names of the rows, from the top
   * @param panels the panels, each with one dot per row
   */
  public DotPlot {
    rows = List.copyOf(rows);
    panels = List.copyOf(panels);
  }

  /**
   * Draws the plot.
   *
   * @return an SVG document
   */
  public String svg() {
    int width = NAMES + panels.size() * (WIDTH + GAP) - GAP + 30;
    Svg svg =
        Svg.of(
            width,
            TOP + ROW * rows.size() + 24,
            title,
            "Rows: %s. Columns: %s."
                .formatted(
                    String.join(", ", rows),
                    String.join(", ", panels.stream().map(Panel::heading).toList())));
    svg.text(16, 28, title, "font-size", 17, "font-weight", "bold");
    for (int i = 0; i < rows.size(); i++) {
      svg.text(16, y(i) + 4, rows.get(i));
    }
    for (int i = 0; i < panels.size(); i++) {
      draw(svg, panels.get(i), NAMES + i * (WIDTH + GAP));
    }
    return svg.toString();
  }

  private void draw(Svg svg, Panel panel, int left) {
    double low = panel.least();
    double high = panel.most();
    ToDoubleFunction<Double> x = value -> left + (Math.log(value) - low) * WIDTH / (high - low);
    svg.text(left, 50, panel.heading() + " (log scale)");
    for (double tick : ticks(Math.exp(low), Math.exp(high))) {
      double at = x.applyAsDouble(tick);
      svg.line(at, TOP - 6, at, TOP + ROW * rows.size() + 10, "stroke", "#e3e3e3", "class", "grid");
      String label = new BigDecimal(tick, TWO_DIGITS).stripTrailingZeros().toPlainString();
      svg.text(at, 68, label, "text-anchor", "middle");
    }
    for (int i = 0; i < panel.dots().size(); i++) {
      Dot dot = panel.dots().get(i);
      if (!dot.isShown()) {
        continue;
      }
      double from = x.applyAsDouble(dot.least());
      double to = x.applyAsDouble(dot.most());
      svg.line(from, y(i), to, y(i), "stroke", "#9db4cc", "stroke-width", 3);
      svg.dot(x.applyAsDouble(dot.value()), y(i), 4.5, "fill", Palette.colour(0));
    }
  }

  private static int y(int row) {
    return TOP + ROW * row + ROW / 2;
  }

  /** Returns the round numbers between two positive numbers. */
  private static double[] ticks(double from, double to) {
    return IntStream.rangeClosed(
            (int) Math.floor(Math.log10(from)), (int) Math.floor(Math.log10(to)))
        .boxed()
        .flatMapToDouble(power -> Arrays.stream(ROUND).map(digits -> digits * Math.pow(10, power)))
        .filter(tick -> tick >= from && tick <= to)
        .toArray();
  }
}
