/**
 * Policies by name.
 *
 * <p>{@link io.gavel.policies.lp.catalog.Policies} gives every policy that needs no further
 * argument under the name that the command line uses, and under the name that Gavel's program has
 * for it.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.catalog;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
