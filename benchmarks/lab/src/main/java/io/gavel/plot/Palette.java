package io.gavel.plot;

import java.util.List;

/**
 * Styles of lines: colours that readers with any colour vision can distinguish (Okabe and Ito),
 * dash patterns and markers. The first 64 lines differ in colour or dash pattern.
 */
final class Palette {

  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a900");

  /** The only colour on which white is easier to read than black. */
  private static final String DARK = "#0072b2";

  private static final List<String> DASHES =
      List.of("none", "8 3", "2 3", "10 3 2 3", "5 5", "12 4", "1 4", "8 3 2 3 2 3");

  /** The corners of markers around their centre: x and y by turns. */
  private static final double[][] MARKERS = {
    {-3, -3, 3, -3, 3, 3, -3, 3}, // a square
    {0, -4, 3.6, 2.8, -3.6, 2.8}, // a triangle
    {0, -4.4, 4.4, 0, 0, 4.4, -4.4, 0}, // a diamond
    {0, 4, 3.6, -2.8, -3.6, -2.8}, // a triangle on its tip
    {-3.6, -3.6, 3.6, -3.6, -3.6, 3.6, 3.6, 3.6} // an hourglass
  };

  private Palette() {}

  static String colour(int i) {
    return COLOURS.get(i % COLOURS.size());
  }

  /** Returns the colour of text on a colour: black or white, with a contrast of at least 4.5. */
  static String ink(int i) {
    return colour(i).equals(DARK) ? "#fff" : "#000";
  }

  static String dash(int i) {
    return DASHES.get((i + i / COLOURS.size()) % DASHES.size());
  }

  /** Draws the marker of a line at a point. */
  static void mark(Svg svg, double x, double y, int i) {
    int shape = i % (MARKERS.length + 1);
    String fill = "fill=" + colour(i);
    if (shape == 0) {
      svg.dot(x, y, 3, fill);
      return;
    }
    double[] corners = MARKERS[shape - 1];
    Svg.Path path = new Svg.Path();
    for (int c = 0; c < corners.length; c += 2) {
      path.to(x + corners[c], y + corners[c + 1]);
    }
    svg.path(path.close(), fill);
  }
}
