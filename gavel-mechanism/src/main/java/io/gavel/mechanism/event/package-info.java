/**
 * Events between plans. The scheduler accepts a {@link io.gavel.mechanism.event.SchedulerEvent} and
 * returns an {@link io.gavel.mechanism.event.EventOutcome}.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.event;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
