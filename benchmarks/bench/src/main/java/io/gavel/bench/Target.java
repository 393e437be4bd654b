package io.gavel.bench;

import com.fasterxml.jackson.databind.JsonNode;
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

  /**
   * Returns the target of an object with {@code ms}, or with {@code times} and {@code of}, and
   * {@code faster}, if there is one.
   */
  static Target of(JsonNode node) {
    Map<ReferenceSolver, Double> faster = new EnumMap<>(ReferenceSolver.class);
    node.path("faster")
        .properties()
        .forEach(to -> faster.put(ReferenceSolver.valueOf(to.getKey()), to.getValue().asDouble()));
    return node.has("ms")
        ? new Target(node.path("ms").asDouble(), Optional.empty(), faster)
        : new Target(node.path("times").asDouble(), Optional.of(node.path("of").asText()), faster);
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
