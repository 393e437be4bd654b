package io.gavel.cli;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page as drawn by a browser.
 *
 * @param facts lines that the page's script wrote
 * @param picture the pixels
 */
record Rendering(List<String> facts, BufferedImage picture) {

  private static final int REACH = 3;
  private static final int NEAR = 220;
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private String fact(String name) {
    return facts.stream()
        .filter(line -> line.startsWith(name + " ") || line.equals(name))
        .findFirst()
        .map(line -> line.substring(name.length()).strip())
        .orElseThrow();
  }

  boolean isDark() {
    return Boolean.parseBoolean(fact("dark"));
  }

  boolean isWiderThanTheWindow() {
    return Boolean.parseBoolean(fact("overflow"));
  }

  /** The ids that more than one element has. */
  Set<String> repeatedIds() {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new HashSet<>();
    for (String id : fact("ids").split("\\s+", -1)) {
      if (!id.isEmpty() && !seen.add(id)) {
        repeated.add(id);
      }
    }
    return repeated;
  }

  int curves() {
    return (int) facts.stream().filter(line -> line.equals("curve")).count();
  }

  /** The points of curves at which no pixel has the colour of a curve of the same picture. */
  List<String> missingPoints() {
    Map<String, Set<List<Integer>>> colours = new HashMap<>();
    for (String line : facts) {
      if (line.startsWith("point ")) {
        String[] words = line.split(" ", 6);
        colours.computeIfAbsent(words[1], key -> new HashSet<>()).add(rgb(words[5]));
      }
    }
    List<String> missing = new ArrayList<>();
    for (String line : facts) {
      if (line.startsWith("point ")) {
        String[] words = line.split(" ", 6);
        int x = Integer.parseInt(words[3]);
        int y = Integer.parseInt(words[4]);
        if (colours.get(words[1]).stream().noneMatch(colour -> isDrawn(x, y, colour))) {
          missing.add(line);
        }
      }
    }
    return missing;
  }

  private static List<Integer> rgb(String colour) {
    return NUMBER.matcher(colour).results().map(MatchResult::group).map(Integer::valueOf).toList();
  }

  private boolean isDrawn(int x, int y, List<Integer> colour) {
    for (int i = Math.max(0, x - REACH); i <= Math.min(x + REACH, picture.getWidth() - 1); i++) {
      for (int j = Math.max(0, y - REACH); j <= Math.min(y + REACH, picture.getHeight() - 1); j++) {
        int pixel = picture.getRGB(i, j);
        int distance =
            Math.abs((pixel >> 16 & 255) - colour.get(0))
                + Math.abs((pixel >> 8 & 255) - colour.get(1))
                + Math.abs((pixel & 255) - colour.get(2));
        if (distance < NEAR) {
          return true;
        }
      }
    }
    return false;
  }
}
