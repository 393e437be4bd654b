package io.gavel.policies.explain;

import java.util.Locale;

/**
 * One more worker, and what the answer's own prices prove of it. Immutable.
 *
 * <p>By weak duality the prices bound the optimum for every number of workers, not only near this
 * one: one more improves the objective by at most {@code price}, and {@code d} more by at most
 * {@code d · price}; one fewer worsens it by at least that. This is so as long as yardsticks stay,
 * such as equal shares, which themselves move with the cluster. What really happens, {@link WhatIf}
 * tells by solving again.
 *
 * @param pool the pool that it joins
 * @param price in units of the objective
 * @param relative the same as a fraction of the objective; infinite if that is 0
 */
public record Action(String pool, double price, double relative) {

  /**
   * The action in words.
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
