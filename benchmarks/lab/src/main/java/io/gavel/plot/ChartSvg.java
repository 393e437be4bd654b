package io.gavel.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.HeatMapChart;
import org.knowm.xchart.HeatMapChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts as SVG, with XChart. */
public final class ChartSvg {

  private static final List<Color> COLORS =
      List.of(
          new Color(0x3d5a80),
          new Color(0xd1495b),
          new Color(0x2a9d8f),
          new Color(0xedae49),
          new Color(0x7b5ea7),
          new Color(0x6c757d),
          new Color(0x8ecae6),
          new Color(0x9c6644));

  private static final Pattern LONG_NUMBER = Pattern.compile("-?\\d+\\.\\d{3,}(E-?\\d+)?");
  private static final Pattern CLIP = Pattern.compile("clip-?\\d+");

  private ChartSvg() {}

  /**
   * Draws a chart.
   *
   * @param chart the chart
   * @return an SVG document
   */
  public static String draw(Chart chart) {
    XYChart picture =
        new XYChartBuilder()
            .width(820)
            .height(430)
            .title(chart.title())
            .xAxisTitle(chart.xTitle())
            .yAxisTitle(chart.yTitle())
            .build();
    picture
        .getStyler()
        .setXAxisLogarithmic(chart.axes() != Chart.Axes.LINEAR)
        .setPlotBorderVisible(false)
        .setLegendPosition(Styler.LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE)
        .setChartBackgroundColor(Color.WHITE);
    if (chart.axes() == Chart.Axes.LOGARITHMIC) {
      picture.getStyler().setYAxisLogarithmic(true).setXAxisDecimalPattern("#,###");
    } else {
      picture.getStyler().setYAxisMin(0.0);
    }
    picture.getStyler().setPlotGridLinesColor(new Color(0xe3e3e3));
    for (int i = 0; i < chart.lines().size(); i++) {
      add(picture, chart.lines().get(i), COLORS.get(i % COLORS.size()));
    }
    return svg(picture);
  }

  /**
   * Draws a heat map.
   *
   * @param title the heading
   * @param columns names of the columns, from the left
   * @param rows names of the rows, from the bottom
   * @param values values of each row by column, from 0 to 100
   * @return an SVG document
   */
  public static String heatMap(
      String title, List<String> columns, List<String> rows, List<List<Double>> values) {
    HeatMapChart picture =
        new HeatMapChartBuilder().width(820).height(120 + 22 * rows.size()).title(title).build();
    List<Number[]> cells = new ArrayList<>();
    for (int y = 0; y < rows.size(); y++) {
      for (int x = 0; x < columns.size(); x++) {
        cells.add(new Number[] {x, y, values.get(y).get(x)});
      }
    }
    picture
        .getStyler()
        .setMin(0)
        .setMax(100)
        .setShowValue(true)
        .setHeatMapValueDecimalPattern("#0")
        .setRangeColors(new Color[] {Color.WHITE, COLORS.get(0)});
    picture.getStyler().setPlotBorderVisible(false).setChartBackgroundColor(Color.WHITE);
    picture.getStyler().setYAxisTickMarkSpacingHint(12);
    picture.addSeries(title, columns, rows, cells);
    return svg(picture);
  }

  private static String svg(org.knowm.xchart.internal.chartpart.Chart<?, ?> picture) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ChartEncoder.saveChart(picture, out, "svg");
    } catch (IOException e) {
      throw new UncheckedIOException(e); // writing to memory does not fail
    }
    return tidied(out.toString(StandardCharsets.UTF_8));
  }

  /** Rounds numbers to a hundredth of a point and makes names independent of the run. */
  private static String tidied(String svg) {
    String rounded =
        LONG_NUMBER
            .matcher(svg)
            .replaceAll(n -> String.format(Locale.ROOT, "%.2f", Double.valueOf(n.group())));
    Map<String, String> names = new LinkedHashMap<>();
    return CLIP.matcher(rounded)
        .replaceAll(n -> names.computeIfAbsent(n.group(), old -> "clip" + names.size()));
  }

  private static void add(XYChart picture, Chart.Line line, Color color) {
    XYSeries series =
        line.spread().isEmpty()
            ? picture.addSeries(line.name(), line.x(), line.y())
            : picture.addSeries(line.name(), line.x(), line.y(), line.spread());
    series.setMarkerColor(color);
    series.setLineColor(color);
    series.setLineStyle(new BasicStroke(2f));
    if (line.stepped()) {
      series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step);
    }
    series.setMarker(line.stepped() ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
  }
}
