/**
 * Service-level objectives: which deadlines can be met, and what to do when not all of them can.
 *
 * <p>{@link io.gavel.policies.lp.deadline.BestEffort} decorates any policy that keeps deadlines: it
 * drops as little weight of deadlines as possible.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.deadline;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
