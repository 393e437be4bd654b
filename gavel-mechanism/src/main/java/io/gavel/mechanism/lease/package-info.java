/**
 * How a scheduler and the workers agree on when a job runs: leases as messages and state machines
 * on both sides, without clock, thread or transport.
 *
 * <p>The scheduler's side is one {@link io.gavel.mechanism.lease.LeaseServer}, which is told of the
 * leases of each {@link io.gavel.mechanism.plan.RoundPlan} and answers with events for the {@link
 * io.gavel.mechanism.RoundScheduler}. The job's side is a {@link
 * io.gavel.mechanism.lease.LeaseClient} in each process of a job. Between them go {@link
 * io.gavel.mechanism.lease.LeaseMessage}s, by any transport: lost, late, repeated and reordered
 * messages do no harm. All times are on the scheduler's clock.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.mechanism.lease;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
