package io.gavel.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DotPlotTest {

  private static long count(String part, String svg) {
    return Pattern.compile(part, Pattern.LITERAL).matcher(svg).results().count();
  }

  @Test
  void svg_rowWithoutValue_hasNameButNoDot() {
    DotPlot plot =
        new DotPlot(
            "title",
            List.of("first", "second"),
            List.of(
                new DotPlot.Panel(
                    "hours",
                    List.of(
                        new DotPlot.Dot(2, 1, 4),
                        new DotPlot.Dot(Double.NaN, Double.NaN, Double.NaN)))));
    String svg = plot.svg();
    assertEquals(1, count("<circle", svg));
    assertTrue(svg.contains(">second<"), svg);
  }

  /** 1 and 4 lie 0.05 of a logarithm from the edges of 330 pixels, 2 in the middle. */
  @Test
  void svg_logarithmicAxis_putsTheGeometricMeanInTheMiddle() {
    DotPlot plot =
        new DotPlot(
            "title",
            List.of("row"),
            List.of(new DotPlot.Panel("hours", List.of(new DotPlot.Dot(2, 1, 4)))));
    assertTrue(plot.svg().contains("cx=\"385\""), plot.svg());
  }
}
