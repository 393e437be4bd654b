package io.gavel.plot;

import java.util.List;

/**
 * Colours that readers with any colour vision can distinguish (Okabe and Ito), each with its own
 * dash pattern.
 */
final class Palette {

  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a900");

  private static final List<String> DASHES =
      List.of("none", "8 3", "2 3", "10 3 2 3", "5 5", "12 4", "1 4", "8 3 2 3 2 3");

  private Palette() {}

  static String colour(int i) {
    return COLOURS.get(i % COLOURS.size());
  }

  static String dash(int i) {
    return DASHES.get(i % DASHES.size());
  }
}
