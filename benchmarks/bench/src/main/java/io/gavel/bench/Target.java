package io.gavel.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The target of a case. Immutable.
 *
 * @param factor milliseconds, or multiples of another case
 * @param base the case whose time the factor multiplies; empty if the factor is a time
 * @param faster required speed-up over reference solvers
 */
record Target(double factor, Optional<String> base, Map<ReferenceSolver, Double> faster) {

  static Target ms(double milliseconds) {
    return new Target(milliseconds, Optional.empty(), Map.of());
  }

  /** Creates a target as a multiple of the time of another case in the same run. */
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
   * Returns the target in milliseconds; NaN if the base was not measured.
   *
   * @param measured milliseconds of the earlier cases, by name
   */
  double ms(Map<String, Double> measured) {
    return base.map(name -> factor * measured.getOrDefault(name, Double.NaN)).orElse(factor);
  }
}
