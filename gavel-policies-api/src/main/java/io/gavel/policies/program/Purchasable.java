package io.gavel.policies.program;

import io.gavel.policies.internal.Require;

/**
 * Workers that can be rented in addition to the cluster's workers. Immutable.
 *
 * @param typeName the name of a worker type of the cluster, which may have 0 workers of its own
 * @param most the largest number of workers that can be rented, at least 0
 * @param pricePerHour the price of one worker, in currency per hour, finite and at least 0
 */
public record Purchasable(String typeName, int most, double pricePerHour) {

  /**
   * Checks the components.
   *
   * @param typeName not blank
   * @param most at least 0
   * @param pricePerHour finite and at least 0
   * @throws IllegalArgumentException naming the type, the value and the allowed values
   */
  public Purchasable {
    Require.name(typeName, "name of a purchasable worker type");
    Require.atLeast(0, most, "largest number of purchasable workers of type", typeName);
    Require.nonNegative(pricePerHour, "price per hour of purchasable workers of type", typeName);
  }
}
