/**
 * Options and plans: {@link io.gavel.mechanism.plan.RoundOptions}, and the {@link
 * io.gavel.mechanism.plan.RoundPlan} of a round with its {@link io.gavel.mechanism.plan.Lease}s on
 * {@link io.gavel.mechanism.plan.Worker}s.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.plan;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
