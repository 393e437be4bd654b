package io.gavel.plot;

import io.gavel.plot.Chart.Line;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Draws charts as SVG. Lines differ in dash and in colour, text is text, and the axes span the data
 * with round labels, so that nothing has to be cut off.
 */
public final class ChartSvg {

  private static final double NEAR = 0.5; // pixels
  private static final int WIDTH = 560;
  private static final int HEIGHT = 340;
  private static final int LEFT = 62;
  private static final int RIGHT = 20;
  private static final int TOP = 38;
  private static final int BOTTOM = 50;
  private static final int LEGEND_ROW = 19;
  private static final int LEGEND_MARK = 34;
  private static final int MOST_LEGEND_COLUMNS = 3;

  /** The width of a letter of a legend, with room to the next entry. */
  private static final double LETTER = 7;

  private static final int ROW = 24;

  /** The most lines in one panel; more are drawn in a panel each. */
  private static final int MOST_LINES = 8;

  private static final int PANEL_COLUMNS = 3;
  private static final int PANEL_HEIGHT = 128;

  /** The markers on a line of steps. */
  private static final int STEP_MARKERS = 5;

  /** An area of the picture with its axes. */
  private record Panel(Axis x, Axis y, double left, double right, double top, double bottom) {}

  private final Chart chart;
  private final Svg svg;
  private final int legendColumns;

  private ChartSvg(Chart chart) {
    this.chart = chart;
    int longest = chart.lines().stream().mapToInt(line -> line.name().length()).max().orElse(0);
    int fitting = (int) ((WIDTH - LEFT) / (LEGEND_MARK + LETTER * (longest + 1)));
    this.legendColumns = Math.max(1, Math.min(MOST_LEGEND_COLUMNS, fitting));
    this.svg = Svg.of(WIDTH, height(), chart.title(), description(chart));
  }

  private boolean isInPanels() {
    return chart.lines().size() > MOST_LINES;
  }

  private int height() {
    int lines = chart.lines().size();
    if (isInPanels()) {
      return TOP + PANEL_HEIGHT * ((lines + PANEL_COLUMNS - 1) / PANEL_COLUMNS) + BOTTOM;
    }
    return HEIGHT + (lines > 1 ? LEGEND_ROW * ((lines + legendColumns - 1) / legendColumns) : 0);
  }

  private Panel panel(double left, double right, double top, double bottom) {
    DoubleStream xs = chart.lines().stream().flatMapToDouble(line -> values(line.x()));
    DoubleStream ys = chart.lines().stream().flatMapToDouble(ChartSvg::reach);
    return new Panel(
        chart.axes() == Chart.Axes.LINEAR
            ? Axis.linear(xs, left, right)
            : Axis.logarithmic(xs, left, right),
        chart.axes() == Chart.Axes.LOGARITHMIC
            ? Axis.logarithmic(ys, bottom, top)
            : Axis.linear(DoubleStream.concat(DoubleStream.of(0), ys), bottom, top),
        left,
        right,
        top,
        bottom);
  }

  /**
   * Draws a chart: up to eight lines together, more in a panel each.
   *
   * @param chart the chart
   * @return an SVG document
   */
  public static String draw(Chart chart) {
    return new ChartSvg(chart).draw();
  }

  private String draw() {
    svg.text(LEFT, 20, chart.title(), "font-size=15", "font-weight=bold");
    if (isInPanels()) {
      panels();
      return svg.toString();
    }
    Panel panel = panel(LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
    grid(panel, 1);
    titles(panel.bottom(), 37);
    for (int i = 0; i < chart.lines().size(); i++) {
      line(panel, chart.lines().get(i), i);
      if (chart.lines().size() > 1) {
        legend(chart.lines().get(i).name(), i);
      }
    }
    return svg.toString();
  }

  /** Draws a panel for each line, with the first line in each and all lines in grey. */
  private void panels() {
    double width = (WIDTH - LEFT - RIGHT) / (double) PANEL_COLUMNS;
    for (int i = 0; i < chart.lines().size(); i++) {
      double left = LEFT + width * (i % PANEL_COLUMNS);
      double top = TOP + PANEL_HEIGHT * (i / PANEL_COLUMNS);
      Panel panel = panel(left, left + width - 14, top + 16, top + PANEL_HEIGHT - 20);
      grid(panel, i % PANEL_COLUMNS == 0 ? 2 : 0);
      svg.text(left, top + 10, chart.lines().get(i).name(), "font-weight=bold");
      for (Line other : chart.lines()) {
        curve(panel, other, "stroke=#9aa0a8", "stroke-width=0.7", "opacity=0.7");
      }
      if (i > 0) {
        line(panel, chart.lines().get(0), 1);
      }
      line(panel, chart.lines().get(i), 0);
    }
    double bottom = height() - BOTTOM;
    titles(bottom, 14);
    String first = chart.lines().get(0).name();
    svg.text(LEFT, bottom + 34, "Dashed in each panel: %s. Grey: all of them.".formatted(first));
  }

  /**
   * Draws grid and ticks.
   *
   * @param labels every how many ticks of the vertical axis have a label; 0 = none
   */
  private void grid(Panel panel, int labels) {
    for (double tick : panel.x().ticks()) {
      double at = panel.x().at(tick);
      svg.line(at, panel.top(), at, panel.bottom(), "stroke=#e3e3e3", "class=grid");
      svg.text(at, panel.bottom() + 16, Axis.label(tick), "text-anchor=middle");
    }
    for (int i = 0; i < panel.y().ticks().size(); i++) {
      double tick = panel.y().ticks().get(i);
      double at = panel.y().at(tick);
      svg.line(panel.left(), at, panel.right(), at, "stroke=#e3e3e3", "class=grid");
      if (labels > 0 && i % labels == 0) {
        svg.text(panel.left() - 6, at + 4, Axis.label(tick), "text-anchor=end");
      }
    }
  }

  private void titles(double bottom, int below) {
    String logarithmic = chart.axes() == Chart.Axes.LINEAR ? "" : " (log scale)";
    svg.text(
        (LEFT + WIDTH - RIGHT) / 2.0,
        bottom + below,
        chart.xTitle() + logarithmic,
        "text-anchor=middle");
    double middle = (TOP + bottom) / 2;
    String both = chart.axes() == Chart.Axes.LOGARITHMIC ? logarithmic : "";
    svg.text(
        14,
        middle,
        chart.yTitle() + both,
        "text-anchor=middle",
        "transform=rotate(-90 14 %s)".formatted(Svg.number(middle)));
  }

  private void line(Panel panel, Line line, int style) {
    curve(
        panel,
        line,
        "stroke=" + Palette.colour(style),
        "stroke-width=2",
        "stroke-dasharray=" + Palette.dash(style),
        "class=curve");
    int points = line.x().size();
    boolean alone = chart.lines().size() == 1;
    for (int i = 0; i < points; i++) {
      // Markers of lines of steps are few, and at other points for each line.
      int every = line.stepped() ? Math.max(1, points / STEP_MARKERS) : 1;
      boolean marked =
          line.stepped() ? !alone && i % every == style * every / MOST_LINES % every : true;
      double value = line.y().get(i);
      if (marked && !Double.isNaN(value)) {
        Palette.mark(svg, panel.x().at(line.x().get(i)), panel.y().at(value), style);
      }
      if (!Double.isNaN(value)) {
        spread(panel, line, i, style);
      }
    }
  }

  /** Draws a line. Steps of less than half a pixel are drawn together. */
  private void curve(Panel panel, Line line, String... attributes) {
    Svg.Path path = new Svg.Path();
    double lastX = Double.NaN;
    double lastY = Double.NaN;
    for (int i = 0; i < line.x().size(); i++) {
      double x = panel.x().at(line.x().get(i));
      double y = panel.y().at(line.y().get(i));
      boolean ends = i == line.x().size() - 1 || Double.isNaN(line.y().get(i + 1));
      boolean near = Math.abs(x - lastX) < NEAR && Math.abs(y - lastY) < NEAR;
      if (Double.isNaN(line.y().get(i))) {
        path.lift(); // a point without a value is a gap
        lastX = Double.NaN;
        continue;
      }
      if (line.stepped() && near && !ends) {
        continue;
      }
      if (line.stepped() && !Double.isNaN(lastX)) {
        path.to(x, lastY);
      }
      path.to(x, y);
      lastX = x;
      lastY = y;
    }
    String[] all = Arrays.copyOf(attributes, attributes.length + 1);
    all[attributes.length] = "fill=none";
    svg.path(path, all);
  }

  private void spread(Panel panel, Line line, int i, int style) {
    if (!line.spread().isEmpty()) {
      double value = line.y().get(i);
      double half = line.spread().get(i);
      double at = panel.x().at(line.x().get(i));
      double low = panel.y().at(lowEnd(value, half));
      svg.line(at, low, at, panel.y().at(value + half), "stroke=" + Palette.colour(style));
    }
  }

  /** Returns the interval of a positive quantity ends at the axis. */
  private static double lowEnd(double value, double half) {
    return value < 0 ? value - half : Math.max(0, value - half);
  }

  private void legend(String name, int i) {
    double left = LEFT + i % legendColumns * (WIDTH - LEFT) / (double) legendColumns;
    double at = HEIGHT - 4.0 + LEGEND_ROW * (i / legendColumns) + 10;
    svg.line(
        left,
        at,
        left + 28,
        at,
        "stroke=" + Palette.colour(i),
        "stroke-width=2",
        "stroke-dasharray=" + Palette.dash(i));
    Palette.mark(svg, left + 14, at, i);
    svg.text(left + LEGEND_MARK, at + 4, name);
  }

  private static DoubleStream values(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue);
  }

  /** Returns the values and the ends of their intervals. */
  private static DoubleStream reach(Line line) {
    DoubleStream.Builder all = DoubleStream.builder();
    for (int i = 0; i < line.y().size(); i++) {
      double half = line.spread().isEmpty() ? 0 : line.spread().get(i);
      all.add(lowEnd(line.y().get(i), half)).add(line.y().get(i) + half);
    }
    return all.build().filter(value -> !Double.isNaN(value));
  }

  /** Returns a description of the chart for screen readers. */
  private static String description(Chart chart) {
    String lines =
        chart.lines().stream()
            .map(line -> line.name() + ": " + range(line))
            .collect(Collectors.joining("; "));
    return "%s against %s. %s.".formatted(chart.yTitle(), chart.xTitle(), lines);
  }

  private static String range(Line line) {
    double least = values(line.y()).filter(v -> !Double.isNaN(v)).min().orElse(Double.NaN);
    double most = values(line.y()).filter(v -> !Double.isNaN(v)).max().orElse(Double.NaN);
    return String.format(Locale.ROOT, "from %.4g to %.4g", least, most);
  }

  /**
   * An estimate with its interval.
   *
   * @param name the name of its row
   * @param value the estimate, greater than 0
   * @param low the lower end, greater than 0
   * @param high the upper end
   */
  public record Interval(String name, double value, double low, double high) {}

  /**
   * Draws ratios with their intervals on a logarithmic axis, one row each, and a line at 1.
   *
   * @param title the heading
   * @param rows the ratios, from the top
   * @return an SVG document
   */
  public static String ratios(String title, List<Interval> rows) {
    int names = 16 + 7 * rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
    int bottom = TOP + ROW * rows.size();
    Svg svg =
        Svg.of(
            WIDTH,
            bottom + BOTTOM,
            title,
            rows.stream()
                .map(
                    row ->
                        String.format(
                            Locale.ROOT,
                            "%s: %.3g, from %.3g to %.3g",
                            row.name(),
                            row.value(),
                            row.low(),
                            row.high()))
                .collect(Collectors.joining("; ")));
    svg.text(8, 20, title, "font-size=15", "font-weight=bold");
    DoubleStream ends =
        rows.stream().flatMapToDouble(row -> DoubleStream.of(row.low(), row.high()));
    Axis axis =
        Axis.logarithmic(DoubleStream.concat(DoubleStream.of(1), ends), names, WIDTH - RIGHT);
    for (double tick : axis.ticks()) {
      svg.line(axis.at(tick), TOP, axis.at(tick), bottom, "stroke=#e3e3e3", "class=grid");
      svg.text(axis.at(tick), bottom + 16, Axis.label(tick), "text-anchor=middle");
    }
    svg.line(axis.at(1), TOP, axis.at(1), bottom, "stroke=#808080");
    for (int i = 0; i < rows.size(); i++) {
      Interval row = rows.get(i);
      double at = TOP + ROW * (i + 0.5);
      svg.text(names - 8.0, at + 4, row.name(), "text-anchor=end");
      svg.line(
          axis.at(row.low()),
          at,
          axis.at(row.high()),
          at,
          "stroke=" + Palette.colour(0),
          "stroke-width=2");
      Palette.mark(svg, axis.at(row.value()), at, 0);
    }
    svg.text(
        (names + WIDTH - RIGHT) / 2.0,
        bottom + 37,
        "ratio with its 95 % interval (log scale)",
        "text-anchor=middle");
    return svg.toString();
  }

  /**
   * Draws a heat map.
   *
   * @param title the heading
   * @param columns names of the columns, from the left
   * @param rows names of the rows, from the top
   * @param values values of each row by column, from 0 to 100
   * @return an SVG document
   */
  public static String heatMap(
      String title, List<String> columns, List<String> rows, List<List<Double>> values) {
    int names = 16 + 7 * rows.stream().mapToInt(String::length).max().orElse(0);
    int cell = Math.max(44, Math.min(110, (2 * WIDTH - names) / Math.max(1, columns.size())));
    Svg svg =
        Svg.of(
            Math.max(names + cell * columns.size() + RIGHT, 16 + 9 * title.length()),
            64 + ROW * rows.size(),
            title,
            "A table: rows %s; columns %s."
                .formatted(String.join(", ", rows), String.join(", ", columns)));
    svg.text(8, 20, title, "font-size=15", "font-weight=bold");
    for (int j = 0; j < columns.size(); j++) {
      double at = names + cell * (j + 0.5);
      svg.text(at, 44, columns.get(j), "text-anchor=middle");
    }
    for (int i = 0; i < rows.size(); i++) {
      double top = 52.0 + ROW * i;
      svg.text(names - 8.0, top + 16, rows.get(i), "text-anchor=end");
      for (int j = 0; j < columns.size(); j++) {
        double value = values.get(i).get(j);
        double left = names + (double) cell * j;
        svg.rect(left, top, cell - 1.0, ROW - 1.0, "fill=#ffffff");
        svg.rect(
            left,
            top,
            cell - 1.0,
            ROW - 1.0,
            "fill=" + Palette.colour(0),
            "fill-opacity=" + Svg.number(value / 100));
        svg.text(
            left + cell / 2.0,
            top + 16,
            String.format(Locale.ROOT, "%.0f", value),
            "text-anchor=middle",
            value > 50 ? "fill=#ffffff" : "fill=#222");
      }
    }
    return svg.toString();
  }
}
