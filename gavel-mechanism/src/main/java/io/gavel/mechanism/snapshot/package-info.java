/** Snapshots: {@link io.gavel.mechanism.snapshot.SchedulerSnapshot} stores a scheduler as text. */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.snapshot;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
