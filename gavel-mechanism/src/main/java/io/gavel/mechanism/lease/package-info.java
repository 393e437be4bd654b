/**
 * The lease protocol between a scheduler and the processes of its jobs: messages, and a state
 * machine on each side, without clock, thread or transport.
 *
 * <p>The scheduler's side is one {@link io.gavel.mechanism.lease.LeaseServer}. It receives the
 * leases of each {@link io.gavel.mechanism.plan.RoundPlan} and returns events for the {@link
 * io.gavel.mechanism.RoundScheduler}. The job's side is one {@link
 * io.gavel.mechanism.lease.LeaseClient} in each process of a job. They exchange {@link
 * io.gavel.mechanism.lease.LeaseMessage}s over any transport; lost, late, repeated and reordered
 * messages do no harm. All times are on the scheduler's clock.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.lease;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
