package io.gavel.mechanism.placement;

import java.util.Optional;

/**
 * Chooses places on certain {@link Servers} for a {@link PlacementStrategy}. May cache results, so
 * it is not thread-safe.
 */
@FunctionalInterface
public interface Placer {

  /**
   * Chooses where a task should run; changes no server. The caller may pass the choice to {@link
   * Servers#place}.
   *
   * @param request the request of the task
   * @return a place where the task fits now; empty if there is none
   */
  Optional<Placement> choose(PlacementRequest request);
}
