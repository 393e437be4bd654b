package io.gavel.plot;

import io.gavel.plot.Chart.Line;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Draws charts as SVG. Lines differ in dash and in colour, text is text, and the axes span the data
 * with round labels, so that nothing has to be cut off.
 */
public final class ChartSvg {

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

  private final Chart chart;
  private final Svg svg;
  private final Axis x;
  private final Axis y;
  private final int bottom;
  private final int legendColumns;

  private ChartSvg(Chart chart) {
    this.chart = chart;
    int longest = chart.lines().stream().mapToInt(line -> line.name().length()).max().orElse(0);
    int fitting = (int) ((WIDTH - LEFT) / (LEGEND_MARK + LETTER * (longest + 1)));
    this.legendColumns = Math.max(1, Math.min(MOST_LEGEND_COLUMNS, fitting));
    int rows = (chart.lines().size() + legendColumns - 1) / legendColumns;
    int legend = chart.lines().size() > 1 ? LEGEND_ROW * rows : 0;
    this.svg = Svg.of(WIDTH, HEIGHT + legend, chart.title(), description(chart));
    this.bottom = HEIGHT - BOTTOM;
    DoubleStream xs = chart.lines().stream().flatMapToDouble(line -> values(line.x()));
    DoubleStream ys = chart.lines().stream().flatMapToDouble(ChartSvg::reach);
    boolean linear = chart.axes() == Chart.Axes.LINEAR;
    this.x =
        linear ? Axis.linear(xs, LEFT, WIDTH - RIGHT) : Axis.logarithmic(xs, LEFT, WIDTH - RIGHT);
    this.y =
        chart.axes() == Chart.Axes.LOGARITHMIC
            ? Axis.logarithmic(ys, bottom, TOP)
            : Axis.linear(DoubleStream.concat(DoubleStream.of(0), ys), bottom, TOP);
  }

  /**
   * Draws a chart.
   *
   * @param chart the chart
   * @return an SVG document
   */
  public static String draw(Chart chart) {
    return new ChartSvg(chart).draw();
  }

  private String draw() {
    svg.text(LEFT, 20, chart.title(), "font-size=15", "font-weight=bold");
    for (double tick : x.ticks()) {
      double at = x.at(tick);
      svg.line(at, TOP, at, bottom, "stroke=#e3e3e3", "class=grid");
      svg.text(at, bottom + 17, Axis.label(tick), "text-anchor=middle");
    }
    for (double tick : y.ticks()) {
      double at = y.at(tick);
      svg.line(LEFT, at, WIDTH - RIGHT, at, "stroke=#e3e3e3", "class=grid");
      svg.text(LEFT - 6, at + 4, Axis.label(tick), "text-anchor=end");
    }
    String logarithmic = chart.axes() == Chart.Axes.LINEAR ? "" : " (log scale)";
    svg.text(
        (LEFT + WIDTH - RIGHT) / 2.0,
        bottom + 37,
        chart.xTitle() + logarithmic,
        "text-anchor=middle");
    int middle = (TOP + bottom) / 2;
    String both = chart.axes() == Chart.Axes.LOGARITHMIC ? logarithmic : "";
    svg.text(
        14,
        middle,
        chart.yTitle() + both,
        "text-anchor=middle",
        "transform=rotate(-90 14 %s)".formatted(middle));
    for (int i = 0; i < chart.lines().size(); i++) {
      line(chart.lines().get(i), i);
      if (chart.lines().size() > 1) {
        legend(chart.lines().get(i).name(), i);
      }
    }
    return svg.toString();
  }

  private void line(Line line, int style) {
    Svg.Path path = new Svg.Path();
    for (int i = 0; i < line.x().size(); i++) {
      double value = line.y().get(i);
      if (Double.isNaN(value)) {
        path.lift(); // a point without a value is a gap
        continue;
      }
      double right = x.at(line.x().get(i));
      if (line.stepped() && i > 0 && !Double.isNaN(line.y().get(i - 1))) {
        path.to(right, y.at(line.y().get(i - 1)));
      }
      path.to(right, y.at(value));
      if (!line.stepped()) {
        svg.dot(right, y.at(value), 3, "fill=" + Palette.colour(style));
        spread(line, i, style);
      }
    }
    svg.path(
        path,
        "fill=none",
        "stroke=" + Palette.colour(style),
        "stroke-width=2",
        "stroke-dasharray=" + Palette.dash(style),
        "class=curve");
  }

  private void spread(Line line, int i, int style) {
    if (!line.spread().isEmpty()) {
      double value = line.y().get(i);
      double half = line.spread().get(i);
      double at = x.at(line.x().get(i));
      double low = y.at(lowEnd(value, half));
      svg.line(at, low, at, y.at(value + half), "stroke=" + Palette.colour(style));
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
