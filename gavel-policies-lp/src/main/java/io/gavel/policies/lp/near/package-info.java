/**
 * Sets of allocations whose objective is within a given relative distance of the optimum.
 *
 * <p>A policy that implements {@link io.gavel.policies.lp.near.EpsilonOptimal} describes such a
 * {@link io.gavel.policies.lp.near.NearOptimalSet}; {@link io.gavel.policies.lp.near.ParetoProgram}
 * checks whether an allocation can be improved for one job without loss for any other.
 */
@NullMarked
@Stability(Stability.Tier.EXTENSION)
package io.gavel.policies.lp.near;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
