/**
 * Service-level objectives: the choice of deadlines to meet when they conflict.
 *
 * <p>{@link io.gavel.policies.lp.deadline.BestEffort} decorates a policy with deadline constraints:
 * it drops deadlines of minimal total weight. {@link io.gavel.policies.lp.deadline.SloMargin} plans
 * for earlier deadlines, because rounds follow an allocation with a lag.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.deadline;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
