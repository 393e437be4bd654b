package io.gavel.estimator;

import io.gavel.policies.internal.Require;

/**
 * The similarity of a row to a reference type. Immutable.
 *
 * @param reference the name of the reference type
 * @param distance the cosine distance, from 0 (same direction) to 1 (nothing in common)
 */
public record Match(String reference, double distance) {

  /**
   * Checks the distance.
   *
   * @param reference not blank
   * @param distance from 0 to 1
   * @throws IllegalArgumentException if a component is not as described
   */
  public Match {
    Require.name(reference, "reference of a match");
    Require.fraction(distance, "cosine distance");
  }
}
