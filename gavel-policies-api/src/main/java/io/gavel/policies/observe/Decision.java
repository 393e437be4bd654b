package io.gavel.policies.observe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A decision in numbers: its duration, its figures, or its failure. Immutable.
 *
 * @param kind of decision, such as {@code allocate} or {@code plan}
 * @param name of the decider, such as a policy
 * @param nanos the duration in nanoseconds, by the clock of the {@link Observer}
 * @param failure the simple name of the exception thrown instead of an answer; empty after success
 * @param figures numbers by name, in a fixed order; none after a failure
 */
public record Decision(
    String kind, String name, long nanos, Optional<String> failure, Map<String, Double> figures) {

  /**
   * Copies the figures.
   *
   * @param kind of decision
   * @param name of the decider
   * @param nanos the duration in nanoseconds
   * @param failure the simple name of the exception; empty after success
   * @param figures numbers by name
   */
  public Decision {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }
}
