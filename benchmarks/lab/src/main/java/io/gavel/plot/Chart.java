package io.gavel.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A picture of results: lines over an axis. Immutable.
 *
 * @param title heading
 * @param xTitle of the horizontal axis
 * @param yTitle of the vertical axis
 * @param axes which axes are logarithmic
 * @param lines what is drawn
 */
public record Chart(String title, String xTitle, String yTitle, Axes axes, List<Line> lines) {

  /** Which axes are logarithmic. */
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
   * @param title heading
   * @param xTitle of the horizontal axis
   * @param yTitle of the vertical axis
   * @param axes which axes are logarithmic
   * @param lines what is drawn
   */
  public Chart {
    lines = List.copyOf(lines);
  }

  /**
   * Lines over linear axes.
   *
   * @param title heading
   * @param xTitle of the horizontal axis
   * @param yTitle of the vertical axis
   * @param lines what is drawn
   * @return a chart
   */
  public static Chart of(String title, String xTitle, String yTitle, Line... lines) {
    return new Chart(title, xTitle, yTitle, Axes.LINEAR, List.of(lines));
  }

  /**
   * Distributions over jobs, on a logarithmic axis.
   *
   * @param title heading
   * @param xTitle what is distributed, with its unit
   * @param lines as {@link Line#cdf} makes them
   * @return a chart
   */
  public static Chart distribution(String title, String xTitle, Line... lines) {
    return new Chart(title, xTitle, "part of the jobs", Axes.LOGARITHMIC_X, List.of(lines));
  }

  /**
   * A line, with the spread of each point if it has any.
   *
   * @param name in the legend
   * @param x ascending
   * @param y as many
   * @param spread half the distance from the lowest to the highest seed, as many; empty = none
   * @param stepped whether values hold until the next one, drawn without markers
   */
  public record Line(
      String name, List<Double> x, List<Double> y, List<Double> spread, boolean stepped) {

    /**
     * A distribution.
     *
     * @param name in the legend
     * @param values in any order
     * @return the part of the values that is at most x, at up to 200 places
     */
    public static Line cdf(String name, double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      int step = Math.max(1, sorted.length / 200);
      for (int i = 0; i < sorted.length; i += step) {
        x.add(sorted[i]);
        y.add((i + 1.0) / sorted.length);
      }
      return new Line(name, x, y, List.of(), true);
    }

    /**
     * Means over seeds, with their spread.
     *
     * @param name in the legend
     * @param x ascending
     * @param seeds for each x the value of each seed
     * @return a line through the means
     */
    public static Line means(String name, List<Double> x, List<double[]> seeds) {
      List<Double> y = new ArrayList<>();
      List<Double> spread = new ArrayList<>();
      for (double[] values : seeds) {
        y.add(Arrays.stream(values).average().orElse(Double.NaN));
        spread.add(
            (Arrays.stream(values).max().orElse(0) - Arrays.stream(values).min().orElse(0)) / 2);
      }
      return new Line(name, x, y, spread, false);
    }

    /**
     * Values that hold until the next one.
     *
     * @param name in the legend
     * @param x ascending
     * @param y as many
     * @return a line of steps
     */
    public static Line steps(String name, List<Double> x, List<Double> y) {
      return new Line(name, x, y, List.of(), true);
    }

    /**
     * Points without spread.
     *
     * @param name in the legend
     * @param x ascending
     * @param y as many
     * @return a line
     */
    public static Line of(String name, List<Double> x, List<Double> y) {
      return new Line(name, x, y, List.of(), false);
    }
  }
}
