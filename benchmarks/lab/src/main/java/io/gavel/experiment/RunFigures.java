package io.gavel.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of one run and seed by name, each a number or a list of numbers. Immutable.
 *
 * @param figures the figures, in the order of measurement; NaN if not available
 */
public record RunFigures(Map<String, List<Double>> figures) {

  /**
   * Copies the figures.
   *
   * @param figures the figures by name
   */
  public RunFigures {
    Map<String, List<Double>> copy = new LinkedHashMap<>();
    figures.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    figures = copy;
  }

  /**
   * Returns a figure that is a list.
   *
   * @param name the name
   * @return the values
   * @throws IllegalArgumentException if there is no such figure
   */
  public List<Double> list(String name) {
    List<Double> values = figures.get(name);
    if (values == null) {
      throw new IllegalArgumentException(
          "there is no figure \"%s\"; known: %s".formatted(name, figures.keySet()));
    }
    return values;
  }

  /**
   * Returns a figure that is a number.
   *
   * @param name the name
   * @return the first of its values
   */
  public double number(String name) {
    return list(name).get(0);
  }

  /**
   * Creates figures from numbers.
   *
   * @param values the numbers by name
   * @return the figures
   */
  public static RunFigures of(Map<String, Double> values) {
    Map<String, List<Double>> figures = new LinkedHashMap<>();
    values.forEach((name, value) -> figures.put(name, List.of(value)));
    return new RunFigures(figures);
  }
}
