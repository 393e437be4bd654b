/**
 * The round-based mechanism: from an allocation to rounds, leases and placements.
 *
 * <p>{@link io.gavel.mechanism.RoundScheduler} is a deterministic state machine. It takes {@link
 * io.gavel.mechanism.event events} and returns {@link io.gavel.mechanism.plan plans}. Its complete
 * {@link io.gavel.mechanism.state state} can be stored and restored, as a value or as {@link
 * io.gavel.mechanism.snapshot text}. {@link io.gavel.mechanism.RecomputeTrigger} decides when to
 * ask the policy for a new allocation.
 *
 * <ul>
 *   <li>{@link io.gavel.mechanism.lease}: leases between the scheduler and the workers, over any
 *       transport;
 *   <li>{@link io.gavel.mechanism.placement}: places tasks on servers, by whole GPUs and shares of
 *       GPUs.
 * </ul>
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
