package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ChartSvgTest {

  @Test
  void draw_twoLines_areTextAndCurvesWithoutIds() {
    Chart.Line first = Chart.Line.cdf("first & best", new double[] {3, 1, 2});
    Chart.Line second = Chart.Line.cdf("second", new double[] {1, 5});
    String svg = ChartSvg.draw(Chart.distribution("Times", "hours", first, second));
    assertTrue(!svg.contains(" id=") && !svg.contains("url("), "nothing to mix up in a page");
    for (String part :
        List.of(
            "role=\"img\"", "<title>Times", "<desc>", "hours (log scale)", ">first &amp; best<")) {
      assertTrue(svg.contains(part), part);
    }
    assertEquals(2, svg.split("class=\"curve\"", -1).length - 1, "curves");
  }

  /** The x and y of the entries of a legend whose names have some length. */
  private static List<String> legend(int letters) {
    List<Chart.Line> lines =
        Stream.of("a", "b", "c")
            .map(name -> Chart.Line.of(name.repeat(letters), List.of(1.0), List.of(1.0)))
            .toList();
    String svg = ChartSvg.draw(Chart.of("title", "x", "y", lines.toArray(Chart.Line[]::new)));
    return Pattern.compile("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>(a+|b+|c+)<")
        .matcher(svg)
        .results()
        .map(found -> found.group(1) + " " + found.group(2))
        .toList();
  }

  @Test
  void draw_longNames_takeMoreRowsOfTheLegend() {
    assertEquals(List.of("96 350", "262 350", "428 350"), legend(6));
    assertEquals(List.of("96 350", "345 350", "96 369"), legend(23));
    assertEquals(List.of("96 350", "96 369", "96 388"), legend(40));
  }

  private static Chart lines(int count) {
    return Chart.of(
        "title",
        "x",
        "y",
        IntStream.range(0, count)
            .mapToObj(i -> Chart.Line.of("line" + i, List.of(1.0, 2.0), List.of(1.0, 2.0 + i)))
            .toArray(Chart.Line[]::new));
  }

  @Test
  void palette_styles_areDistinct() {
    assertEquals(
        64,
        IntStream.range(0, 64)
            .mapToObj(i -> Palette.colour(i) + Palette.dash(i))
            .distinct()
            .count());
  }

  @Test
  void draw_moreThanEightLines_areInAPanelEach() {
    assertEquals(8, ChartSvg.draw(lines(8)).split("class=\"curve\"", -1).length - 1);
    String panels = ChartSvg.draw(lines(12));
    // Each panel has its own line; all but the first have the first line as well.
    assertEquals(12 + 11, panels.split("class=\"curve\"", -1).length - 1);
    for (int i = 0; i < 12; i++) {
      assertTrue(panels.contains(">line" + i + "<"), panels);
    }
  }

  @Test
  void ratios_rows_haveNamesAndIntervals() {
    String svg = ChartSvg.ratios("t", List.of(new ChartSvg.Interval("a", 0.5, 0.4, 0.6)));
    assertTrue(svg.contains("a: 0.500, from 0.400 to 0.600") && svg.contains(">a<"), svg);
  }

  @Test
  void draw_missingValue_isAGap() {
    Chart.Line line = Chart.Line.of("a", List.of(1.0, 2.0, 3.0), List.of(1.0, Double.NaN, 2.0));
    String svg = ChartSvg.draw(Chart.of("title", "x", "y", line));
    assertTrue(svg.matches("(?s).*d=\"M[0-9. ]+M[0-9. ]+\".*"), svg);
  }

  @Test
  void cdf_values_goesFromZeroToOne() {
    Chart.Line line = Chart.Line.cdf("a", new double[1001]);
    assertEquals(0.0, line.y().get(0));
    assertEquals(1.0, line.y().get(line.y().size() - 1));
  }

  @Test
  void heatMap_rows_haveAllTheirNames() {
    String svg =
        ChartSvg.heatMap(
            "t",
            List.of("x", "y"),
            List.of("a", "b"),
            List.of(List.of(0.0, 100.0), List.of(50.0, 50.0)));
    for (String name : List.of(">a<", ">b<", ">x<", ">y<", ">100<")) {
      assertTrue(svg.contains(name), name);
    }
  }
}
