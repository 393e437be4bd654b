package io.gavel.policies.explain;

import java.util.Locale;

/**
 * The addition of one worker, and a bound on its effect that the prices of the allocation prove.
 * Immutable.
 *
 * <p>By weak duality the prices bound the optimum for every number of workers, not only near the
 * current one: one more improves the objective by at most {@code price}, and {@code d} more by at
 * most {@code d · price}; one fewer worsens it by at least that. This assumes that normalisers such
 * as equal shares stay the same, although they change with the cluster. {@link WhatIf} finds the
 * real effect by solving again.
 *
 * @param pool the pool that the worker joins
 * @param price in units of the objective
 * @param relative the price as a fraction of the objective; infinite if the objective is 0
 */
public record Action(String pool, double price, double relative) {

  /**
   * Returns the action in words.
   *
   * @return without a full stop
   */
  public String text() {
    return String.format(
        Locale.ROOT,
        "+1 \"%s\": improves the objective by at most %.4g (%.3g %%)",
        pool,
        price,
        100 * relative);
  }
}
