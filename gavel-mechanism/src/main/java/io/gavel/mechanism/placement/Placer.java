package io.gavel.mechanism.placement;

import java.util.Optional;

/**
 * A {@link PlacementStrategy} at work on certain {@link Servers}. May keep what it computed, so not
 * thread-safe.
 */
@FunctionalInterface
public interface Placer {

  /**
   * Chooses where a task should run; changes no server. The caller passes the choice to {@link
   * Servers#place}, or does not.
   *
   * @param request what the task asks for
   * @return where it fits now, or nothing if it fits nowhere
   */
  Optional<Placement> choose(PlacementRequest request);
}
