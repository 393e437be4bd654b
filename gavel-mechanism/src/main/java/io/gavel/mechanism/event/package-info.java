/**
 * What happens between plans: {@link io.gavel.mechanism.event.SchedulerEvent} in, {@link
 * io.gavel.mechanism.event.EventOutcome} out.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.event;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
