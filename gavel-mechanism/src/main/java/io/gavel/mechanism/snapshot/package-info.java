/** The memory of a scheduler as text: {@link io.gavel.mechanism.snapshot.SchedulerSnapshot}. */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.snapshot;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
