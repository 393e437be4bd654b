package io.gavel.reproduction;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;

/** The statistics of lists that specifications name. */
final class Statistics {

  private static final String PERCENTILE = "percentile ";
  private static final String EVERY_TENTH = "mean of every tenth";
  private static final String OTHER_NINE = "mean of the other nine";

  private Statistics() {}

  /** Returns a statistic of the values of all seeds. */
  static ToDoubleFunction<double[]> of(String name) {
    if (name.startsWith(PERCENTILE)) {
      double percent = Double.parseDouble(name.substring(PERCENTILE.length()));
      return values -> StatUtils.percentile(values, percent);
    }
    return switch (name) {
      case "mean" -> StatUtils::mean;
      case "least" -> StatUtils::min;
      case "most" -> StatUtils::max;
      case "at most 1" -> values -> fraction(values, value -> value <= 1);
      case "above 0" -> values -> fraction(values, value -> value > 0);
      default -> throw new IllegalArgumentException("there is no statistic \"%s\"".formatted(name));
    };
  }

  private static double fraction(double[] values, DoublePredicate condition) {
    return (double) Arrays.stream(values).filter(condition).count() / values.length;
  }

  /** Returns whether a statistic depends on the positions of the values in the list of a seed. */
  static boolean isOfEachSeed(String name) {
    return name.equals(EVERY_TENTH) || name.equals(OTHER_NINE);
  }

  /**
   * Returns the mean of every tenth value of a list, beginning with the first, or of the remaining
   * values.
   */
  static double ofSeed(String name, List<Double> list) {
    return IntStream.range(0, list.size())
        .filter(i -> (i % 10 == 0) == name.equals(EVERY_TENTH))
        .mapToDouble(list::get)
        .average()
        .orElse(Double.NaN);
  }
}
