/**
 * Water filling: lexicographic max-min fairness for jobs and for a tree of entities.
 *
 * <p>{@link io.gavel.policies.lp.hierarchy.WaterFilling} is the policy. Internally, the tree of
 * entities is represented by monotone curves: each maps the amount that a node has received to the
 * amount that each job below it has received.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
