/**
 * Policies by name.
 *
 * <p>{@link io.gavel.policies.lp.catalog.Policies} returns every policy that needs no further
 * argument by its name on the command line or in Gavel's program.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.catalog;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
