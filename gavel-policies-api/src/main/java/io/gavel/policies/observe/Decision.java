package io.gavel.policies.observe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was decided, in numbers. Immutable.
 *
 * @param kind of decision, such as {@code allocate} or {@code plan}
 * @param name of what decided, such as a policy's
 * @param nanos how long it took by the clock of the {@link Observer}
 * @param failure the simple name of the exception that came instead of an answer; empty if none did
 * @param figures numbers by name, in a fixed order; none after a failure
 */
public record Decision(
    String kind, String name, long nanos, Optional<String> failure, Map<String, Double> figures) {

  /**
   * Copies the figures.
   *
   * @param kind of decision
   * @param name of what decided
   * @param nanos how long it took
   * @param failure the exception that came instead
   * @param figures numbers by name
   */
  public Decision {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }
}
