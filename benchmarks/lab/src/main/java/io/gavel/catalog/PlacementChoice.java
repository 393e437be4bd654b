package io.gavel.catalog;

import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.TaskMix;

/** A placement strategy and its name: one of {@link PlacementCatalog}, or one of a user. */
public interface PlacementChoice {

  /**
   * Returns the name on the command line.
   *
   * @return the name
   */
  String key();

  /**
   * Creates the strategy.
   *
   * @param mix the distribution of tasks, for a strategy that knows it in advance
   * @param window number of recent tasks, for a strategy that learns
   * @param seed seed of random choices
   * @return the strategy
   */
  PlacementStrategy strategy(TaskMix mix, int window, long seed);

  /**
   * Returns the placement of a name.
   *
   * @param name a name of {@link PlacementCatalog} or of a provider, or the name of a class
   * @param own the classes of users
   * @return the placement
   * @throws io.gavel.workload.InvalidInputException if there is no such placement, or if it cannot
   *     be created
   */
  static PlacementChoice of(String name, OwnClasses own) {
    return own.find("--placement", PlacementStrategy.class, name)
        .<PlacementChoice>map(found -> new OwnPlacement(found.key(), found.value()))
        .orElseGet(() -> PlacementCatalog.of(name));
  }
}
