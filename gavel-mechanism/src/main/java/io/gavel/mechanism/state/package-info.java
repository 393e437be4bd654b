/**
 * The complete state of a scheduler as values, from which it continues exactly.
 *
 * <p>{@link io.gavel.mechanism.state.SchedulerState} holds an {@link
 * io.gavel.mechanism.state.SchedulerState.Account} for each job and worker type, open leases, and
 * the availability of workers.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.state;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
