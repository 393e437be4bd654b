package io.gavel.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of an arm measured: figures by name, each a number or a list of them. Immutable.
 *
 * @param figures in the order in which they were measured; NaN where there is none
 */
public record RunFigures(Map<String, List<Double>> figures) {

  /**
   * Copies the figures.
   *
   * @param figures by name
   */
  public RunFigures {
    Map<String, List<Double>> copy = new LinkedHashMap<>();
    figures.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    figures = copy;
  }

  /**
   * A figure that is a list.
   *
   * @param name its name
   * @return its values
   * @throws IllegalArgumentException if there is no such figure
   */
  public List<Double> list(String name) {
    List<Double> values = figures.get(name);
    if (values == null) {
      throw new IllegalArgumentException(
          "there is no figure \"%s\"; there are %s".formatted(name, figures.keySet()));
    }
    return values;
  }

  /**
   * A figure that is a number.
   *
   * @param name its name
   * @return the first of its values
   */
  public double number(String name) {
    return list(name).get(0);
  }

  /**
   * Figures that are numbers.
   *
   * @param values by name
   * @return a sample
   */
  public static RunFigures of(Map<String, Double> values) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    values.forEach((name, value) -> figures.put(name, List.of(value)));
    return new RunFigures(figures);
  }
}
