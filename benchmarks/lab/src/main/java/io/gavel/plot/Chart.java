package io.gavel.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A line chart of results. Immutable.
 *
 * @param title the heading
 * @param xTitle title of the horizontal axis
 * @param yTitle title of the vertical axis
 * @param axes the logarithmic axes
 * @param lines the lines
 */
public record Chart(String title, String xTitle, String yTitle, Axes axes, List<Line> lines) {

  /** The logarithmic axes. */
  public enum Axes {
    /** None. */
    LINEAR,
    /** The horizontal one. */
    LOGARITHMIC_X,
    /** Both. */
    LOGARITHMIC
  }

  /**
   * Copies the lines.
   *
   * @param title the heading
   * @param xTitle title of the horizontal axis
   * @param yTitle title of the vertical axis
   * @param axes the logarithmic axes
   * @param lines the lines
   */
  public Chart {
    lines = List.copyOf(lines);
  }

  /**
   * Creates a chart with linear axes.
   *
   * @param title the heading
   * @param xTitle title of the horizontal axis
   * @param yTitle title of the vertical axis
   * @param lines the lines
   * @return a chart
   */
  public static Chart of(String title, String xTitle, String yTitle, Line... lines) {
    return new Chart(title, xTitle, yTitle, Axes.LINEAR, List.of(lines));
  }

  /**
   * Creates a chart of distributions over jobs, with a logarithmic horizontal axis.
   *
   * @param title the heading
   * @param xTitle the distributed quantity, with its unit
   * @param lines the lines, created by {@link Line#cdf}
   * @return a chart
   */
  public static Chart distribution(String title, String xTitle, Line... lines) {
    return new Chart(title, xTitle, "fraction of the jobs", Axes.LOGARITHMIC_X, List.of(lines));
  }

  /**
   * A line, with an optional interval around each point.
   *
   * @param name the name in the legend
   * @param x ascending
   * @param y one value for each x
   * @param spread half the width of the interval, one for each x; empty = none
   * @param stepped whether values hold until the next x; drawn without markers
   */
  public record Line(
      String name, List<Double> x, List<Double> y, List<Double> spread, boolean stepped) {

    /**
     * Creates a distribution.
     *
     * @param name the name in the legend
     * @param values the values, in any order
     * @return the fraction of the values that are at most x, at some 200 points, from 0 to 1
     */
    public static Line cdf(String name, double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      if (sorted.length > 0) {
        x.add(sorted[0]);
        y.add(0.0);
      }
      int step = Math.max(1, sorted.length / 200);
      for (int i = 0; i < sorted.length; i += step) {
        x.add(sorted[i]);
        y.add((i + 1.0) / sorted.length);
      }
      if (sorted.length > 0 && (sorted.length - 1) % step != 0) {
        x.add(sorted[sorted.length - 1]);
        y.add(1.0);
      }
      return new Line(name, x, y, List.of(), true);
    }

    /**
     * Creates a line of means with their intervals.
     *
     * @param name the name in the legend
     * @param x ascending
     * @param means one for each x
     * @param halves half the width of each interval; 0 = none
     * @return a line through the means
     */
    public static Line means(String name, List<Double> x, List<Double> means, List<Double> halves) {
      return new Line(name, x, means, halves, false);
    }

    /**
     * Creates a line of values that hold until the next x.
     *
     * @param name the name in the legend
     * @param x ascending
     * @param y one value for each x
     * @return a line of steps
     */
    public static Line steps(String name, List<Double> x, List<Double> y) {
      return new Line(name, x, y, List.of(), true);
    }

    /**
     * Creates a line without spread.
     *
     * @param name the name in the legend
     * @param x ascending
     * @param y one value for each x
     * @return a line
     */
    public static Line of(String name, List<Double> x, List<Double> y) {
      return new Line(name, x, y, List.of(), false);
    }
  }
}
