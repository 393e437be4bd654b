/**
 * Optima that follow their jobs: they take arrivals, departures and other changes one by one.
 *
 * <p>Start with {@link io.gavel.policies.lp.living.LivingLevel}.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.living;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
