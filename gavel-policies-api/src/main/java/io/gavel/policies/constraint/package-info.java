/**
 * Constraints on an allocation as data of the problem. Start with {@link
 * io.gavel.policies.constraint.Constraint#named} for a linear constraint and {@link
 * io.gavel.policies.constraint.Quota#of} for the quota of an entity, and add them with {@code
 * AllocationProblem.Builder}.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.constraint;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
