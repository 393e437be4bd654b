package io.gavel.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a case is to reach. Immutable.
 *
 * @param factor milliseconds, or multiples of another case
 * @param base the case that the factor multiplies, if it does
 * @param faster how many times faster than a rival it is to be
 */
record Target(double factor, Optional<String> base, Map<ReferenceSolver, Double> faster) {

  static Target ms(double milliseconds) {
    return new Target(milliseconds, Optional.empty(), Map.of());
  }

  /** Multiples of the time that another case took in the same run. */
  static Target times(double factor, String base) {
    return new Target(factor, Optional.of(base), Map.of());
  }

  Target fasterThan(ReferenceSolver referenceSolver, double times) {
    Map<ReferenceSolver, Double> more = new EnumMap<>(ReferenceSolver.class);
    more.putAll(faster);
    more.put(referenceSolver, times);
    return new Target(factor, base, Map.copyOf(more));
  }

  /**
   * The target in milliseconds; NaN if the base was not measured.
   *
   * @param measured milliseconds of the cases before, by name
   */
  double ms(Map<String, Double> measured) {
    return base.map(name -> factor * measured.getOrDefault(name, Double.NaN)).orElse(factor);
  }
}
