/**
 * Water filling: max-min fairness level after level, for jobs and for a tree of entities.
 *
 * <p>{@link io.gavel.policies.lp.hierarchy.WaterFilling} is the policy. Inside, a tree of entities
 * becomes piecewise linear curves from what a node has received to what each job below it has
 * received.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
