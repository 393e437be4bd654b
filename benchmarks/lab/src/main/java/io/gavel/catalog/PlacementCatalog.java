package io.gavel.catalog;

import io.gavel.mechanism.placement.FragmentationDescent;
import io.gavel.mechanism.placement.PlacementStrategies;
import io.gavel.mechanism.placement.PlacementStrategy;
import io.gavel.mechanism.placement.TaskMix;
import io.gavel.workload.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The placement strategies of the command line, by name. */
public enum PlacementCatalog implements PlacementChoice {
  FGD,
  BESTFIT,
  PACKING,
  CLUSTERING,
  DOTPROD,
  RANDOM,
  FIRSTFIT,
  WORSTFIT,
  STRIDED,
  LEARNING;

  @Override
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> keys() {
    return Arrays.stream(values()).map(PlacementCatalog::key).toList();
  }

  public static PlacementCatalog of(String key) {
    return Arrays.stream(values())
        .filter(entry -> entry.key().equals(key.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "--placement: there is no placement \"%s\"; known: %s, and class:NAME with --classpath"
                        .formatted(key, String.join(", ", keys()))));
  }

  /** {@code fgd} uses the mix, {@code learning} the window, {@code random} the seed. */
  @Override
  public PlacementStrategy strategy(TaskMix mix, int window, long seed) {
    return switch (this) {
      case FGD -> FragmentationDescent.of(mix);
      case LEARNING -> FragmentationDescent.learning(window, List.of());
      case BESTFIT -> PlacementStrategies.bestFit();
      case PACKING -> PlacementStrategies.packing();
      case CLUSTERING -> PlacementStrategies.clustering();
      case DOTPROD -> PlacementStrategies.dotProduct();
      case RANDOM -> PlacementStrategies.random(seed);
      case FIRSTFIT -> PlacementStrategies.firstFit();
      case WORSTFIT -> PlacementStrategies.worstFit();
      case STRIDED -> PlacementStrategies.strided();
    };
  }
}
